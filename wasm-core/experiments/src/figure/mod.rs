//! A drawing as data: panels with axes and series, or tables. What is measured and what the paper states stand in one
//! description, which becomes JSON. Not here: any one experiment's figure, nor how it is drawn (`web/src/figures`, also for the command).

mod json;

use sawtooth_scenario::tables;

/// A figure, as far as there are results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Its panels, those of the paper first.
    pub panels: Vec<Panel>,
    /// Panels beside each other, as in the paper.
    pub columns: usize,
}

/// A part of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its title, if there are several.
    pub title: String,
    /// Its plot or table.
    pub content: Content,
    /// For comparison, not drawn by the paper (another TCP stack, another variant): small, after the others.
    pub beside: bool,
    /// Half as high as others: states, marks.
    pub low: bool,
    /// Heads of its row and its column, where the panels are a grid: these share axes, heads and a legend. One of them may be empty.
    pub cell: Option<(String, String)>,
}

/// Content of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Series over two axes.
    Plot(Box<Plot>),
    /// Rows under heads.
    Table(Vec<String>, Vec<Vec<Entry>>),
}

/// Series over two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Across.
    pub x: Axis,
    /// Up.
    pub y: Axis,
    /// In the order of the legend.
    pub series: Vec<Series>,
    /// Straight lines through the whole panel: stated numbers, bounds, fair shares.
    pub rules: Vec<Rule>,
    /// Shaded stretches of the x axis.
    pub spans: Vec<Span>,
    /// Words at places.
    pub notes: Vec<Note>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Quantity that it shows.
    pub label: String,
    /// Unit of its numbers; empty for a pure number.
    pub unit: &'static str,
    /// Equal ratios are equal lengths.
    pub log: bool,
    /// Its ends, if not those of the data.
    pub range: Option<(f64, f64)>,
    /// Named places instead of numbers: categories at 0, 1, 2 …
    pub names: Vec<String>,
}

/// Something drawn in one ink under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// For the legend.
    pub name: String,
    /// Colour, marker and dash, 0 to 7; `ink` gives an algorithm's.
    pub ink: u8,
    /// Marks to draw.
    pub marks: Marks,
    /// It is the paper's statement or a formula: drawn over ours in the paper's grey.
    pub stated: bool,
    /// Not drawn until somebody asks for it.
    pub hidden: bool,
}

/// Marks of a series. Where something could not be measured, points are left out.
#[derive(Clone, Debug, PartialEq)]
pub enum Marks {
    /// x, y, joined.
    Line(Vec<[f64; 2]>),
    /// x, y, each y standing until the next x.
    Steps(Vec<[f64; 2]>),
    /// x, y, not joined.
    Dots(Vec<[f64; 2]>),
    /// x, low, middle, high: a marker with its bar, markers joined.
    Medians(Vec<[f64; 4]>),
    /// From x, to x, y: bars on the x axis.
    Bars(Vec<[f64; 3]>),
    /// x, low, high: a ribbon.
    Ribbon(Vec<[f64; 3]>),
}

/// A straight line through a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Level on the y axis, or else place on the x axis.
    pub level: bool,
    /// Where.
    pub at: f64,
    /// Its words.
    pub label: String,
}

/// A shaded stretch of the x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Its begin.
    pub from: f64,
    /// Its end.
    pub until: f64,
    /// Its words.
    pub label: String,
    /// Its colour, as of a series.
    pub ink: u8,
}

/// Words at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// The words.
    pub text: String,
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Words.
    Text(String),
    /// A number with so many digits after the point; none: not measured.
    Number(Option<f64>, usize),
}

/// An algorithm's ink in every figure; those without one of their own share one.
pub fn ink(kind: &str) -> u8 {
    tables::ink(kind).unwrap_or(6)
}

impl Figure {
    /// Of some panels, one under the other.
    pub fn new(panels: Vec<Panel>) -> Figure {
        Figure { panels, columns: 1 }
    }
    /// So many of them in a row.
    pub fn columns(mut self, columns: usize) -> Figure {
        self.columns = columns;
        self
    }
}

impl Panel {
    /// A plot.
    pub fn plot(title: impl Into<String>, plot: Plot) -> Panel {
        Panel { title: title.into(), content: Content::Plot(Box::new(plot)), beside: false, low: false, cell: None }
    }
    /// A table.
    pub fn table(title: impl Into<String>, heads: &[&str], rows: Vec<Vec<Entry>>) -> Panel {
        let heads = heads.iter().map(|head| (*head).to_owned()).collect();
        Panel { title: title.into(), content: Content::Table(heads, rows), beside: false, low: false, cell: None }
    }
    /// Half as high as others.
    pub fn low(mut self) -> Panel {
        self.low = true;
        self
    }
    /// A plot in a grid, under the heads of its row and its column, which are its title.
    pub fn cell(row: &str, column: &str, plot: Plot) -> Panel {
        let title = [column, row].into_iter().filter(|head| !head.is_empty()).collect::<Vec<&str>>().join(". ");
        Panel::plot(title, plot).at(row, column)
    }
    /// In a grid, under the heads of its row and its column.
    pub fn at(mut self, row: impl Into<String>, column: impl Into<String>) -> Panel {
        self.cell = Some((row.into(), column.into()));
        self
    }
    /// For comparison, not drawn by the paper.
    pub fn beside(mut self) -> Panel {
        self.beside = true;
        self
    }
}

impl Plot {
    /// Without series.
    pub fn new(x: Axis, y: Axis) -> Plot {
        Plot { x, y, series: Vec::new(), rules: Vec::new(), spans: Vec::new(), notes: Vec::new() }
    }
    /// With one more series.
    pub fn with(mut self, series: Series) -> Plot {
        self.series.push(series);
        self
    }
    /// With a level on the y axis.
    pub fn level(mut self, at: f64, label: impl Into<String>) -> Plot {
        self.rules.push(Rule { level: true, at, label: label.into() });
        self
    }
    /// With a place on the x axis.
    pub fn place(mut self, at: f64, label: impl Into<String>) -> Plot {
        self.rules.push(Rule { level: false, at, label: label.into() });
        self
    }
    /// With a shaded stretch.
    pub fn span(mut self, from: f64, until: f64, label: impl Into<String>, ink: u8) -> Plot {
        self.spans.push(Span { from, until, label: label.into(), ink });
        self
    }
    /// With words at a place.
    pub fn note(mut self, x: f64, y: f64, text: impl Into<String>) -> Plot {
        self.notes.push(Note { x, y, text: text.into() });
        self
    }
}

impl Axis {
    /// A linear one that fits its data.
    pub fn new(label: impl Into<String>, unit: &'static str) -> Axis {
        Axis { label: label.into(), unit, log: false, range: None, names: Vec::new() }
    }
    /// Of named places at 0, 1, 2 …
    pub fn of(label: impl Into<String>, names: impl IntoIterator<Item = impl Into<String>>) -> Axis {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        Axis { range: Some((-0.5, names.len() as f64 - 0.5)), names, ..Axis::new(label, "") }
    }
    /// Logarithmic.
    pub fn log(mut self) -> Axis {
        self.log = true;
        self
    }
    /// With given ends.
    pub fn range(mut self, from: f64, until: f64) -> Axis {
        self.range = Some((from, until));
        self
    }
}

impl Series {
    /// Named marks.
    pub fn new(name: impl Into<String>, ink: u8, marks: Marks) -> Series {
        Series { name: name.into(), ink, marks, stated: false, hidden: false }
    }
    /// Marks it as the paper's statement or a formula.
    pub fn stated(mut self) -> Series {
        self.stated = true;
        self
    }
    /// Not drawn until somebody asks for it.
    pub fn hidden(mut self) -> Series {
        self.hidden = true;
        self
    }
}

impl Entry {
    /// Words.
    pub fn text(text: impl Into<String>) -> Entry {
        Entry::Text(text.into())
    }
}
