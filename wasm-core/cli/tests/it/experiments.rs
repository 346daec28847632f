//! Experiments and claims from outside: exit codes, what stands on which stream, files, parts that are joined again.

use crate::common::{place, text};
use sawtooth_scenario::{Json, parse};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sawtooth(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sawtooth")).args(arguments).output().expect("the program runs")
}

fn done(arguments: &[&str]) -> String {
    let output = sawtooth(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn refused(arguments: &[&str], expected: &str) {
    let output = sawtooth(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty() && errors.contains(expected), "{arguments:?}: {errors}");
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    all.sort();
    all
}

/// A figure that is calculated and not simulated has its curves in the table.
#[test]
fn a_figure_of_no_runs_has_its_points() {
    let out = place("no-runs");
    assert!(
        sawtooth(&["experiments", "run", "slowcc_fig11", "--quick", "--out", out.to_str().unwrap()]).status.success()
    );
    let csv = fs::read_to_string(out.join("slowcc_fig11.csv")).unwrap();
    assert!(csv.starts_with("sweep,seed,quantity,place,value\n"), "{csv}");
    // b = 1/4: ln 0.1 / ln(1 - 0.025).
    let row = csv.lines().find(|line| line.starts_with(",,ACKs to 0.1-fairness: p = 0.1,0.25,")).expect("a row");
    let value: f64 = row.rsplit(',').next().unwrap().parse().unwrap();
    assert!((value - 90.947).abs() < 1e-3, "{row}");
}

#[test]
fn experiments_are_listed_with_their_texts() {
    let list = done(&["experiments"]);
    assert!(list.contains("cdg_fig4") && list.contains("Figure 4") && list.contains("CDG paper"), "{list}");
    let json = parse(&done(&["experiments", "--json"])).unwrap();
    let four =
        json.elements().unwrap().iter().find(|one| one.get("id").and_then(Json::text) == Some("cdg_fig4")).unwrap();
    for name in ["title", "summary", "caption", "learn"] {
        assert_ne!(four.get(name).and_then(Json::text), Some(""), "{name}");
    }
    let ratio = four.get("claims").and_then(Json::elements).unwrap().iter();
    let ratio =
        ratio.clone().find(|claim| claim.get("id").and_then(Json::text) == Some("cdg.fig4.ratio_1pct")).unwrap();
    assert_eq!(ratio.get("expected").unwrap().to_string(), r#"[{"of":"","band":[1.7,2.07],"strict":false}]"#);
}

#[test]
fn what_is_wrong_is_refused_and_nothing_is_written() {
    let out = place("refused");
    let folder = out.to_str().unwrap();
    for (arguments, expected) in [
        (&["experiments", "rum"][..], "Did you mean `run`?"),
        (&["experiments", "--jsno"], "Did you mean `--json`?"),
        (&["experiments", "run", "--out", folder], "either IDs or --all"),
        (&["experiments", "run", "cdg_fig4", "--all", "--out", folder], "either IDs or --all"),
        (&["experiments", "run", "cdg_fgi4", "--out", folder], "Did you mean `cdg_fig4`?"),
        (&["experiments", "run", "cdg_fig4", "--out", folder, "--shard", "0/2"], "I from 1 to N"),
        (&["experiments", "run", "cdg_fig4", "--out", folder, "--shard", "3/2"], "I from 1 to N"),
        (&["experiments", "run", "cdg_fig4", "--shard", "1/2"], "--shard needs --out"),
        (&["experiments", "run", "cdg_fig4", "--repetitions", "0", "--out", folder], "Allowed: 1 to"),
        (&["experiments", "run", "cdg_fig4", "--repetitions", "2", "--quick", "--out", folder], "one of them"),
        (&["experiments", "run", "cdg_fig1", "--quick", "--page", folder], "the paper's number of runs"),
        (&["experiments", "run", "cdg_fig1", "--shard", "1/2", "--page", folder], "the page needs all parts"),
        (&["experiments", "run", "cdg_fig4", "--jobs", "many", "--out", folder], "`many`"),
        (&["experiments", "merge", "--out", folder], "give at least one folder"),
        (&["experiments", "merge", "/no/such/folder", "--out", folder], "/no/such/folder"),
        (&["experiments", "edges", "--page", folder, "--out", folder], "either IDs or --all"),
        (&["experiments", "edges", "cdg_fig4", "--out", folder], "give --page"),
        (&["experiments", "edges", "cdg_fig4", "--page", folder], "and --out"),
        (&["experiments", "edges", "cdg_fig4", "--page", "/no/such/folder", "--out", folder], "/no/such/folder"),
        (&["experiments", "edges", "cdg_fig4", "--quick"], "unknown option `--quick`"),
        (&["claims", "--experiment", "cdg_fig99"], "unknown experiment `cdg_fig99`"),
        (&["claims", "cdg_fig4"], "unexpected argument `cdg_fig4`"),
        (&["claims", "--repetitions", "2"], "unknown option `--repetitions`"),
    ] {
        refused(arguments, expected);
        assert!(!out.exists(), "{arguments:?}");
    }
    let file = env!("CARGO_MANIFEST_DIR").to_owned() + "/Cargo.toml";
    refused(&["experiments", "run", "cdg_fig1", "--quick", "--out", &file], "not a folder");
}

/// However many threads: the files of a run are a function of the experiment, and its parts make the same ones.
#[test]
fn parts_make_the_same_files_as_one_run() {
    let [whole, one, two, both] = ["whole", "one", "two", "both"].map(|name| place(&format!("parts-{name}")));
    let path = |path: &PathBuf| path.to_str().unwrap().to_owned();
    let run =
        |more: &[&str]| done(&[&["experiments", "run", "cdg_fig1", "cdg_fig4", "--repetitions", "1"], more].concat());
    let told = run(&["--out", &path(&whole), "--jobs", "2"]);
    assert_eq!(run(&["--shard", "1/2", "--out", &path(&one), "--jobs", "1"]), "");
    assert_eq!(run(&["--shard", "2/2", "--out", &path(&two), "--jobs", "1"]), "");
    let merged = done(&["experiments", "merge", &path(&two), &path(&one), "--out", &path(&both)]);
    assert_eq!(merged, told);
    assert_eq!(done(&["experiments", "merge", &path(&one), &path(&two)]), told);
    assert_eq!(files(&both), files(&whole));
    let names: Vec<String> = files(&whole).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["cdg_fig1.csv", "cdg_fig1.json", "cdg_fig1.svg", "cdg_fig4.csv", "cdg_fig4.json", "cdg_fig4.svg"]
    );

    // Parts that do not belong together are refused, and nothing is written.
    let none = place("parts-none");
    let out = path(&none);
    refused(&["experiments", "merge", &path(&one), "--out", &out], "missing of 2 parts: cdg_fig1.part-2-of-2.json");
    refused(
        &["experiments", "merge", &path(&one), &path(&one), "--out", &out],
        "cdg_fig1.part-1-of-2.json: part 1 of 2",
    );
    refused(&["experiments", "merge", &path(&whole), "--out", &out], "contains no parts");
    let third = place("parts-third");
    run(&["--shard", "3/3", "--out", &path(&third)]);
    refused(&["experiments", "merge", &path(&one), &path(&third), "--out", &out], "parts of different runs");
    let file = two.join("cdg_fig4.part-2-of-2.json");
    let good = fs::read_to_string(&file).unwrap();
    let merge = ["experiments", "merge", &path(&one), &path(&two), "--out", &out];
    // As a program of ours would have written it: what is wrong is found, and in which file.
    for (from, to, expected) in [
        ("\"seed\":1", "\"seed\":2", "others belong to it"),
        ("\"loss\":0.001", "\"loss\":0.0011", "others than this program's"),
        ("\"format\":1", "\"format\":2", "form 2"),
        ("\"version\":\"", "\"version\":\"9.", "made by version 9."),
        ("\"sources\":\"", "\"sources\":\"0", "made by another program (version "),
        ("\"documents\":\"", "\"documents\":\"0", "made from other scenarios"),
        ("cdg_fig4\",\"version", "cdg_fig0\",\"version", "unknown experiment `cdg_fig0`"),
        ("\"goodput_bps\"", "\"goodput]bps\"", "`goodput]bps` is not measured there"),
        ("\"part\":[2,2]", "\"part\":[3,2]", "`part` is not I of N"),
        ("\n", "\nx", "not valid JSON"),
    ] {
        assert!(good.contains(from), "{from}");
        fs::write(&file, sealed(&good.replacen(from, to, 1))).unwrap();
        refused(&merge, &format!("{}: ", file.display()));
        refused(&merge, expected);
        // The same without a seal that fits: it was damaged.
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        refused(&merge, &format!("{}: damaged", file.display()));
    }
    // A program from before there were seals.
    fs::write(&file, good.replace(&good[good.find(",\n\"made\"").unwrap()..], "}\n")).unwrap();
    refused(&merge, "it does not end with a checksum");
    // One place of it is changed, by chance: never taken.
    let mut draw = 1_u64;
    for _ in 0..60 {
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (place, byte) = ((draw >> 33) as usize % good.len(), b"0189.,:\"[]{}eE-_ \nax"[(draw >> 58) as usize % 20]);
        let mut bytes = good.clone().into_bytes();
        match draw >> 20 & 3 {
            0 => drop(bytes.remove(place)),
            1 => bytes.insert(place, byte),
            2 if bytes[place] != byte => bytes[place] = byte,
            _ => bytes.truncate(place),
        }
        fs::write(&file, &bytes).unwrap();
        refused(&merge, &format!("{}: ", file.display()));
    }
    fs::write(&file, &good).unwrap();
    // A draft that a killed program left is no part.
    fs::write(two.join(".cdg_fig4.part-2-of-2.json.abc123.part"), &good[..good.len() / 2]).unwrap();
    assert!(!none.exists());
    assert_eq!(done(&merge[..4]), told);
}

/// A part with a checksum that fits it.
fn sealed(text: &str) -> String {
    let (body, _) = text.rsplit_once(",\n\"sha256\":").unwrap();
    let sum: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body},\n\"sha256\":\"{sum}\"}}\n")
}

#[test]
fn files_are_whole_and_hold_what_was_measured() {
    let out = place("files");
    let output = sawtooth(&["experiments", "run", "cdg_fig1", "--quick", "--out", out.to_str().unwrap()]);
    let printed = text(&output.stdout);
    assert!(printed.contains("cdg.fig1.settles_in_a") && printed.contains("full_order"), "{printed}");
    assert!(text(&output.stderr).contains("not a verdict"), "fewer runs than the paper's decide nothing");
    let [(_, csv), (_, json), (_, svg)] = &files(&out)[..] else { panic!("three files") };
    let json = parse(json).expect("JSON");
    let sweep = &json.get("sweeps").and_then(Json::elements).unwrap()[0];
    assert_eq!(sweep.get("rows").and_then(Json::elements).unwrap().len(), 10);
    let claim = &json.get("claims").and_then(Json::elements).unwrap()[0];
    assert_eq!(claim.get("quick"), Some(&Json::Bool(true)));
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns), "{}", csv.lines().next().unwrap());
    well_formed(svg);
}

#[test]
fn what_the_page_shows_at_once_is_small_and_says_what_it_is() {
    let page = place("page");
    done(&["experiments", "run", "cdg_fig1", "--page", page.to_str().unwrap()]);
    let [(name, json)] = &files(&page)[..] else { panic!("one file") };
    let tree = parse(json).expect("JSON");
    assert_eq!((name.as_str(), tree.get("runs").and_then(Json::number)), ("cdg_fig1.json", Some(100.0)));
    assert_eq!(tree.get("fingerprint").and_then(Json::text).map(str::len), Some(16));
    assert!(tree.get("figure").and_then(|figure| figure.get("panels")).is_some());
    let claim = &tree.get("claims").and_then(Json::elements).unwrap()[0];
    assert_eq!(
        claim.fields().unwrap().iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["id", "measured", "holds"]
    );
    assert!(json.len() < 200_000, "{}", json.len());
}

/// A table of edges is computed once, until the results are others.
#[test]
fn edges_are_those_of_the_kept_results() {
    let [page, out] = ["edges-page", "edges"].map(place);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/figures/slowcc_fig19.json");
    let whole = fs::read_to_string(kept).unwrap();
    fs::create_dir_all(&page).unwrap();
    let [page, folder] = [&page, &out].map(|path| path.to_str().unwrap().to_owned());
    let results = Path::new(&page).join("slowcc_fig19.json");
    let edges = ["experiments", "edges", "slowcc_fig19", "--page", &page, "--out", &folder];
    fs::write(&results, whole.replacen("\"fingerprint\":\"", "\"fingerprint\":\"0", 1)).unwrap();
    refused(&edges, "has results of another program");
    assert!(!out.exists());
    fs::write(&results, &whole).unwrap();
    done(&edges);
    let [(name, first)] = &files(&out)[..] else { panic!("one file") };
    let json = parse(first).unwrap();
    assert_eq!(
        (name.as_str(), json.get("experiment").and_then(Json::text)),
        ("slowcc_fig19.json", Some("slowcc_fig19"))
    );
    let steps: Vec<&str> = json.get("steps").unwrap().elements().unwrap().iter().filter_map(Json::text).collect();
    assert_eq!(steps, ["initial_window_less", "initial_window_more", "start_later", "send_jitter"]);
    // Not computed again, unless somebody wants it.
    let file = out.join(name);
    fs::write(&file, first.replacen("\"entries\":[", "\"entries\":[ ", 1)).unwrap();
    let again = sawtooth(&edges);
    assert!(text(&again.stderr).contains("its edges are those of the kept results"), "{}", text(&again.stderr));
    assert_ne!(&fs::read_to_string(&file).unwrap(), first);
    done(&[&edges[..], &["--force"]].concat());
    assert_eq!(&fs::read_to_string(&file).unwrap(), first);
    // Other steps were tried.
    fs::write(&file, first.replacen("\"start_later\",", "", 1)).unwrap();
    done(&edges);
    assert_eq!(&fs::read_to_string(&file).unwrap(), first);
}

/// Tags close in order, text is escaped, nothing is loaded from anywhere.
fn well_formed(svg: &str) {
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(!text.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").contains('&'), "{text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
        assert!(!tag.starts_with("script") && !tag.contains("href") && !tag.contains(" on"), "{tag}");
        let name = tag.split_whitespace().next().unwrap();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn claims_are_printed_a_line_each_and_the_exit_code_says_so() {
    let output = sawtooth(&["claims", "--experiment", "cdg_fig1"]);
    let table = text(&output.stdout);
    let line = table.lines().find(|line| line.starts_with("cdg.fig1.full_lag")).unwrap();
    assert!(line.contains("7 to 11") && line.ends_with("  reproduced"), "{line}");
    let json = parse(&text(&sawtooth(&["claims", "--experiment", "cdg_fig1", "--json"]).stdout)).unwrap();
    let claims = json.elements().unwrap();
    assert_eq!(claims.len() + 1, table.lines().count());
    // A claim that differs without an account, or holds with one, and nothing else, makes the code 1.
    let unsettled = claims
        .iter()
        .any(|claim| (claim.get("holds") == Some(&Json::Bool(true))) != (claim.get("account") == Some(&Json::Null)));
    assert_eq!(output.status.code(), Some(i32::from(unsettled)), "{}", text(&output.stderr));
    for claim in claims {
        assert_eq!(claim.get("quick"), None);
        let measured = claim.get("measured").and_then(Json::elements).unwrap();
        let all = measured.iter().all(|one| one.get("holds") == Some(&Json::Bool(true)));
        assert_eq!(claim.get("holds"), Some(&Json::Bool(all)));
        for one in measured {
            assert_eq!(one.get("band").and_then(Json::elements).map(<[Json]>::len), Some(2));
        }
    }
}

#[test]
fn a_quick_look_is_never_a_verdict() {
    let claims = parse(&done(&["claims", "--experiment", "cdg_fig4", "--json", "--quick"])).unwrap();
    assert!(claims.elements().unwrap().iter().all(|claim| claim.get("quick") == Some(&Json::Bool(true))));
}
