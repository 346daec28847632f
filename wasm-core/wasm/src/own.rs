//! The page's side of an algorithm from outside: passes each call's numbers to the program in JavaScript. Not here: the calls and their order (`cc/own.rs`), the program (`web/src/own_algorithm/sandbox/quickjs.ts`).

use crate::Engine;
use sawtooth_engine::cc::own::{Answer, FIELDS, Hook, Numbers, OF_ACK, OF_LOSS, OF_ROUND, OF_TIMEOUT, SLOTS, set_host};
use sawtooth_scenario::{Json, object};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Receiver of calls.
    pub type OwnHost;
    /// May set numbers of a call; returns 0 if it has handled the call, 1 if it does not define it, 2 after an error.
    #[wasm_bindgen(method)]
    fn call(this: &OwnHost, hook: u32, numbers: &mut [f64]) -> u32;
}

thread_local! {
    static HOST: RefCell<Option<OwnHost>> = const { RefCell::new(None) };
}

/// Sets the receiver of calls.
#[wasm_bindgen]
pub fn own_host(host: OwnHost) {
    HOST.set(Some(host));
    set_host(ask);
}

/// Layout of a call's numbers: `{ fields, slots, calls: [[name of each number of its own]] }`, calls in the order of
/// their codes; `of_call_0` in `fields` is the first of these.
#[wasm_bindgen]
pub fn own_layout() -> String {
    let names = |names: &[&str]| Json::Array(names.iter().map(|name| Json::from(*name)).collect());
    let calls = [&[], OF_ACK, OF_LOSS, OF_TIMEOUT, OF_ROUND].map(names);
    object! { "fields" => names(FIELDS), "slots" => SLOTS as u64, "calls" => calls.into_iter().collect::<Vec<Json>>() }
        .to_string()
}

fn ask(hook: Hook, numbers: &mut Numbers) -> Answer {
    HOST.with_borrow(|host| match host.as_ref().map(|host| host.call(hook as u32, numbers)) {
        Some(0) => Answer::Done,
        Some(2) => Answer::Fault,
        _ => Answer::Absent,
    })
}

#[wasm_bindgen]
impl Engine {
    /// How far the run is simulated for its summary, in s; 0 before and after.
    pub fn summarised_s(&self) -> f64 {
        self.run.as_ref().map_or(0.0, |run| run.asked.summarised_s())
    }
}
