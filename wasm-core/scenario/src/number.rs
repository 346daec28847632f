//! Exact conversion between numbers and text: the nearest double, and the shortest text that reads back as it. Natively
//! the standard library does it; in WebAssembly the browser's script engine does the same (ECMA-262, Number::toString
//! and StringToNumber), which saves a third of the module's tables. Not here: the meaning of a number.

/// The double nearest to a JSON number.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn from_text(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The shortest text of a finite number; the form of large exponents depends on the platform.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn to_text(value: f64) -> String {
    let mut text = format!("{value:?}");
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

#[cfg(target_arch = "wasm32")]
mod script {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = Number)]
        pub fn number(text: &str) -> f64;
        #[wasm_bindgen(js_name = String)]
        pub fn string(value: f64) -> String;
    }
}

/// The double nearest to a JSON number.
#[cfg(target_arch = "wasm32")]
pub(crate) fn from_text(text: &str) -> Option<f64> {
    Some(script::number(text)).filter(|value| !value.is_nan())
}

/// The shortest text of a finite number.
#[cfg(target_arch = "wasm32")]
pub(crate) fn to_text(value: f64) -> String {
    script::string(value)
}
