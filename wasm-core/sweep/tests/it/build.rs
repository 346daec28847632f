//! By what a program is told from others of its version: the digest of its sources, which the build script makes.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../build.rs"]
#[allow(dead_code)]
mod script;

fn digest(root: &Path) -> String {
    script::digest(root, script::SOURCES)
}

/// A tree with some sources, at a place of its own.
fn tree(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("wasm-core/engine/src/cc")).unwrap();
    fs::write(root.join("Cargo.toml"), "[workspace]\n").unwrap();
    fs::write(root.join("wasm-core/engine/src/lib.rs"), "mod cc;\n").unwrap();
    fs::write(root.join("wasm-core/engine/src/cc/mod.rs"), "// nothing\n").unwrap();
    root
}

#[test]
fn a_change_of_any_source_is_another_digest_and_a_place_is_none() {
    let root = tree("sources-one");
    let first = digest(&root);
    assert_eq!(digest(&tree("sources-two")), first, "without git, wherever it lies");
    // A file that is no source of the program is not in its digest.
    fs::write(root.join("README.md"), "text").unwrap();
    fs::write(root.join("Cargo.lock"), "version = 4\n").unwrap();
    fs::write(root.join("wasm-core/engine/src/.lib.rs.swp"), "an editor's").unwrap();
    assert_eq!(digest(&root), first);
    let mut seen = vec![first];
    let mut is_new = |root: &Path| {
        let digest = digest(root);
        assert!(!seen.contains(&digest));
        seen.push(digest);
    };
    fs::write(root.join("wasm-core/engine/src/cc/mod.rs"), "// nothing.\n").unwrap();
    is_new(&root);
    fs::rename(root.join("wasm-core/engine/src/cc/mod.rs"), root.join("wasm-core/engine/src/cc.rs")).unwrap();
    is_new(&root);
    fs::write(root.join("Cargo.toml"), "[workspace]\nmod cc;\n").unwrap();
    is_new(&root);
    fs::write(root.join("wasm-core/engine/src/lib.rs"), "").unwrap();
    is_new(&root);
}

#[test]
fn a_package_says_of_which_commit_it_is() {
    let package = tree("packaged");
    assert_eq!(script::packaged(&package), None, "without a note");
    for (rest, build) in [("", "0123456789ab"), (",\n    \"dirty\": true", "0123456789ab-dirty")] {
        let sha1 = "0123456789abcdef0123456789abcdef01234567";
        let note = format!(
            "{{\n  \"git\": {{\n    \"sha1\": \"{sha1}\"{rest}\n  }},\n  \"path_in_vcs\": \"wasm-core/cli\"\n}}"
        );
        fs::write(package.join(".cargo_vcs_info.json"), note).unwrap();
        assert_eq!(script::packaged(&package).as_deref(), Some(build));
    }
}

#[test]
fn the_crate_names_its_sources() {
    assert_eq!(sawtooth_sweep::SOURCES, digest(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")));
}
