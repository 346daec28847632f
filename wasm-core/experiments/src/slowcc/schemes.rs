//! The schemes that the paper compares, in its notation: TCP(1/γ), RAP(1/γ), SQRT(1/γ), TFRC(γ), and the word, title and ink
//! of each. Not here: what they do (`engine`: `cc`, `rate`).

use crate::figure::ink;
use sawtooth_scenario::{Json, object};

/// Every γ of a sweep (section 3: from 1 to 256).
pub const GAMMAS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// A family of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// TCP(1/γ): AIMD with b = 1/γ and the paper's a = 4 (2b - b²) / 3.
    Tcp,
    /// The same with a = 3b / (2 - b), which has TCP's rate where nothing times out.
    TcpDeterministic,
    /// RAP(1/γ).
    Rap,
    /// SQRT(1/γ): β = 1/γ, α = 1.5 β.
    Sqrt,
    /// IIAD: α = 1, β = 2/3, whatever γ.
    Iiad,
    /// TFRC(γ): γ loss intervals, no discounting, not self-clocked.
    Tfrc,
    /// The same, self-clocked with the paper's factor of 1.1.
    TfrcSelfClocked,
    /// TEAR, whatever γ.
    Tear,
}

/// A scheme: a family with its γ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Of which family.
    pub family: Family,
    /// The larger the slower.
    pub gamma: f64,
}

/// TCP as the paper means it where it says no more: TCP(1/2).
pub const TCP: Scheme = Scheme::tcp(2.0);
/// TFRC where the paper says no more, TFRC(6): RFC 5348's eight weights, whose sum is six.
pub const TFRC: Scheme = Scheme::tfrc(8.0);

impl Family {
    /// Its value of the coordinate `scheme`.
    pub fn word(self) -> &'static str {
        match self {
            Family::Tcp => "tcp",
            Family::TcpDeterministic => "tcp_deterministic",
            Family::Rap => "rap",
            Family::Sqrt => "sqrt",
            Family::Iiad => "iiad",
            Family::Tfrc => "tfrc",
            Family::TfrcSelfClocked => "tfrc_sc",
            Family::Tear => "tear",
        }
    }

    /// Its name, for legends of plots over γ.
    pub fn title(self) -> &'static str {
        match self {
            Family::Tcp => "TCP(1/γ)",
            Family::TcpDeterministic => "TCP(1/γ), a = 3b / (2 - b)",
            Family::Rap => "RAP(1/γ)",
            Family::Sqrt => "SQRT(1/γ)",
            Family::Iiad => "IIAD",
            Family::Tfrc => "TFRC(γ)",
            Family::TfrcSelfClocked => "TFRC(γ), self-clocked",
            Family::Tear => "TEAR",
        }
    }

    /// Its ink, the same in all figures.
    pub fn ink(self) -> u8 {
        match self {
            Family::Tcp => ink("aimd"),
            Family::TcpDeterministic => 6,
            Family::Rap => ink("rap"),
            Family::Sqrt => ink("sqrt"),
            Family::Iiad => ink("iiad"),
            Family::Tfrc => ink("tfrc"),
            Family::TfrcSelfClocked => 5,
            Family::Tear => ink("tear"),
        }
    }
}

impl Scheme {
    /// TCP(1/γ).
    pub const fn tcp(gamma: f64) -> Scheme {
        Scheme { family: Family::Tcp, gamma }
    }
    /// RAP(1/γ).
    pub const fn rap(gamma: f64) -> Scheme {
        Scheme { family: Family::Rap, gamma }
    }
    /// SQRT(1/γ).
    pub const fn sqrt(gamma: f64) -> Scheme {
        Scheme { family: Family::Sqrt, gamma }
    }
    /// TFRC(γ).
    pub const fn tfrc(gamma: f64) -> Scheme {
        Scheme { family: Family::Tfrc, gamma }
    }
    /// TFRC(γ), self-clocked.
    pub const fn self_clocked(gamma: f64) -> Scheme {
        Scheme { family: Family::TfrcSelfClocked, gamma }
    }

    /// Its family's word.
    pub fn word(&self) -> &'static str {
        self.family.word()
    }

    /// Its name.
    pub fn title(&self) -> String {
        let gamma = self.gamma;
        let share = if gamma == 1.0 { "1".into() } else { format!("1/{gamma}") };
        match self.family {
            Family::Tcp => format!("TCP({share})"),
            Family::TcpDeterministic => format!("TCP({share}), a = 3b / (2 - b)"),
            Family::Rap => format!("RAP({share})"),
            Family::Sqrt => format!("SQRT({share})"),
            Family::Tfrc => format!("TFRC({gamma})"),
            Family::TfrcSelfClocked => format!("TFRC({gamma}), self-clocked"),
            Family::Iiad | Family::Tear => self.family.title().into(),
        }
    }

    /// Its algorithm in a scenario.
    pub fn algorithm(&self) -> Json {
        let b = 1.0 / self.gamma;
        let tfrc = |self_clocked: bool| {
            object! {
                "kind" => "tfrc", "k" => self.gamma, "history_discounting" => false, "self_clocked" => self_clocked,
                "self_clocking_factor" => 1.1,
            }
        };
        match self.family {
            Family::Tcp => object! { "kind" => "aimd", "b" => b, "relation" => "slowcc" },
            Family::TcpDeterministic => object! { "kind" => "aimd", "b" => b, "relation" => "deterministic" },
            Family::Rap => object! { "kind" => "rap", "b" => b },
            Family::Sqrt => object! { "kind" => "sqrt", "beta" => b, "alpha" => 1.5 * b },
            Family::Iiad => object! { "kind" => "iiad", "beta" => 2.0 / 3.0, "alpha" => 1.0 },
            Family::Tfrc => tfrc(false),
            Family::TfrcSelfClocked => tfrc(true),
            Family::Tear => object! { "kind" => "tear" },
        }
    }
}
