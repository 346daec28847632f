//! The path at one instant as numbers for the page, and the names by which the page reads them: `cargo xtask generate` writes
//! them to `generated/picture.ts`. Not here: where a packet is (`picture.rs`), when a picture is made (`watch.rs`).

/// Declares `Picture` once: its values, its lists with the length of their records, and how both are laid out.
macro_rules! picture {
    (
        values { $($(#[doc = $value_doc:literal])+ $value:ident,)+ }
        lists { $($(#[doc = $list_doc:literal])+ $list:ident: $stride:literal,)+ }
    ) => {
        /// The path at one instant; lists are flat records.
        #[derive(Clone, Debug, Default)]
        pub struct Picture {
            $($(#[doc = $value_doc])+ pub $value: f64,)+
            $($(#[doc = $list_doc])+ pub $list: Vec<f64>,)+
        }

        impl Picture {
            /// Names of the values, each with what it is.
            pub const VALUES: &[(&str, &str)] = &[$((stringify!($value), concat!($($value_doc),+))),+];
            /// Names of the lists, each with the length of a record and what it is.
            pub const LISTS: &[(&str, usize, &str)] = &[$((stringify!($list), $stride, concat!($($list_doc),+))),+];

            /// All of it as numbers: the values, the length of each list, the lists.
            pub fn numbers(&self) -> Vec<f64> {
                let lists = [$(&self.$list),+];
                let mut out = vec![$(self.$value),+];
                out.extend(lists.map(|list| list.len() as f64));
                lists.into_iter().for_each(|list| out.extend(list));
                out
            }
        }
    };
}

picture! {
    values {
        /// The instant, in seconds.
        t_s,
        /// Rate of the link, in bit/s.
        rate_bps,
        /// Limit of the queue in packets, or 0.
        limit_packets,
        /// Limit of the queue in bytes, or 0.
        limit_bytes,
        /// Probability of random loss.
        loss_probability,
        /// 1 if random loss comes after the link, else 0.
        loss_after_queue,
        /// A full packet, in bytes.
        packet_bytes,
        /// Occupancy of the queue in packets.
        queue_packets,
        /// Occupancy of the queue in bytes.
        queue_bytes,
    }
    lists {
        /// Each packet: its place (`Place`), its source (flows first, then cross traffic), bytes, fraction of the place, serial number (an ACK has
        /// that of the packet that caused it), the instant at which it came to its place (on its way to the queue: at which it arrives there), in seconds.
        packets: 6,
        /// Each loss: its kind (0 queue drop, 1 random loss, 2 random loss after the link), source, bytes, age in seconds of run time, serial number.
        losses: 5,
        /// For each source: bits sent on the link and ACKs per second of run time over the last quarter of a second of screen time, queue drops and
        /// random losses over the last half second.
        flow_rates: 4,
        /// Window of each flow, in packets; 0 before its start.
        cwnd: 1,
    }
}

/// Declares the places once: the number of each, and its name.
macro_rules! places {
    ($($(#[doc = $doc:literal])+ $place:ident = $name:literal,)+) => {
        /// Place of a packet in a picture.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DrawnPlace { $($(#[doc = $doc])+ $place),+ }

        impl DrawnPlace {
            /// Names in the order of their numbers, each with what it is.
            pub const NAMES: &[(&str, &str)] = &[$(($name, concat!($($doc),+))),+];

            /// Its number.
            pub fn number(self) -> f64 {
                f64::from(self as u8)
            }
        }
    };
}

places! {
    /// On its way to the queue; it arrives when the fraction is 1 (the access link takes no run time: this is drawn ahead).
    Approaching = "approaching",
    /// In the queue; the fraction is the number of bytes before it, the packet in service not counted.
    Queued = "queued",
    /// Being sent; the fraction that is sent.
    InService = "in_service",
    /// On the link's delay; the fraction of it.
    Link = "link",
    /// An ACK on the reverse path; the fraction of it.
    Ack = "ack",
    /// Approaching, and lost at random when it arrives: it is drawn as far as the gate, not to the queue.
    Doomed = "doomed",
}
