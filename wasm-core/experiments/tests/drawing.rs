//! Drawings of every form.

use sawtooth_experiments::figure::svg::svg;
use sawtooth_experiments::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};

/// Every form of marks, a table, words that would be markup, and values that are none.
#[test]
fn whatever_is_drawn_is_one_sound_document() {
    let marks = [
        Marks::Line(vec![[0.0, 1.0], [1.0, 3.0], [2.0, 2.0]]),
        Marks::Steps(vec![[0.0, 1.0], [1.0, 2.0]]),
        Marks::Dots((0..400).map(|n| [f64::from(n) / 200.0, 2.0]).collect()),
        Marks::Medians(vec![[0.5, 1.0, 1.5, 2.5], [1.5, 0.0, 1.0, 1.0]]),
        Marks::Bars(vec![[0.1, 0.4, 3.0], [0.5, 0.8, -1.0]]),
        Marks::Ribbon(vec![[0.0, 1.0, 2.0], [2.0, 1.5, 2.5]]),
    ];
    let axes = || Plot::new(Axis::new("a < b", "s"), Axis::new("\"&\"", "Mbit/s").log());
    let plot = marks
        .into_iter()
        .enumerate()
        .fold(axes(), |plot, (ink, marks)| plot.with(Series::new(format!("series {ink} <script>"), ink as u8, marks)));
    let plot = plot.level(2.0, "fair").place(1.0, "start").span(0.5, 1.0, "full", 1).note(1.0, 2.0, "1");
    let rows =
        vec![vec![Entry::text("<b>"), Entry::Number(Some(1.2345), 2)], vec![Entry::text(""), Entry::Number(None, 0)]];
    let table = Panel::table("Table", &["what", "how much"], rows);
    let figure = Figure::new(vec![Panel::plot("one", plot.clone()), table, Panel::plot("small", plot).beside()]);
    let drawing = svg(&figure, "A & B", "\u{1}footer");
    assert!(!drawing.contains("<script") && !drawing.contains("NaN") && !drawing.contains("<b>"));
    assert!(drawing.contains("A &amp; B") && drawing.contains("&lt;b&gt;") && drawing.contains("1.23"));
    let count = |tag: &str| drawing.matches(tag).count();
    assert_eq!((count("<svg"), count("<g>")), (count("</svg>"), count("</g>")));
    assert_eq!(svg(&Figure::default(), "", "").matches("<svg").count(), 1);
}
