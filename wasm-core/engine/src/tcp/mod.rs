//! TCP's sender and receiver for bulk data. Sequence numbers are in segments. Not here: the window's growth and
//! reduction (`cc`), the path between the two (`path`), and when things happen (`sim`).

pub mod host;
