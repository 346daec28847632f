//! Reordering after the link, within one flow: by chance a packet is held until so many of its followers have passed, or
//! for one base RTT (contract 1.1). Not here: the delay that follows.

use crate::params::Section;

/// Reordering by chance.
pub mod bernoulli {
    use crate::params::Section;

    crate::params! {
        /// Settings of reordering by chance.
        pub struct Settings {
            /// Chance that a packet is held.
            probability: f64 = number(0.0, 0.0, 1.0).log().live(), "choice";
            /// So many later packets of its flow pass it; three make duplicate acknowledgements enough for a retransmission.
            depth_packets: u64 = whole(3.0, 1.0, 1e6).unit("packets").live(), "RFC 5681, section 3.2: three duplicates";
        }
    }

    /// What a scenario and the screen know of it.
    pub static SECTION: Section = Section::new("bernoulli", "Bernoulli", Settings::PARAMS)
        .about("By chance a packet is held until some of its followers have passed.", "choice");
}

/// Every model of reordering that a scenario may name, the default first.
pub static MODELS: &[&Section] = &[&bernoulli::SECTION];
