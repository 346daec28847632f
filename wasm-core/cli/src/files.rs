//! Files that appear completely or not at all: written next to their name, synced, then renamed. If the program ends
//! earlier, an existing file is unchanged. Not here: the content.

use crate::{Failure, remark};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// Maximum number of symbolic links followed in a row.
const MOST_LINKS: usize = 40;

/// Maximum length of a name, in bytes, that becomes part of its draft's name.
const LONGEST: usize = 200;

/// A file that is being written.
pub enum Draft {
    /// A draft next to its name, removed unless it is kept.
    Beside {
        /// File under its temporary name.
        file: NamedTempFile,
        /// Final path.
        target: PathBuf,
        /// Whether a file that is there is replaced.
        replaces: bool,
    },
    /// A device, a pipe or one of the program's own descriptors, which has no name for a draft.
    InPlace(File),
}

impl Draft {
    /// Starts a draft of the file at `path`. A symbolic link is kept and leads to the new file, which is the one that was accepted.
    ///
    /// # Errors
    /// The folder does not exist or is not writable; a device or pipe cannot be opened; the path leads elsewhere than when it was accepted.
    pub fn new(path: &Path) -> io::Result<Draft> {
        let target = target(path)?;
        let replaces = match accepted().iter().find(|known| known.path == path) {
            Some(known) if known.place != target.as_deref().and_then(|target| place(target).ok()) => {
                return Err(io::Error::other("leads elsewhere than when this command began; nothing was written"));
            }
            known => known.is_none_or(|known| known.replaces),
        };
        let Some(target) = target else {
            // A descriptor may lead to a regular file: what is in it stays.
            return File::options().append(true).open(path).map(Draft::InPlace);
        };
        // Without write permission for the existing file, it must not be replaced either.
        let there = match File::options().write(true).open(&target) {
            Ok(file) => Some(file.metadata()?.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let own = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        if matches!(folder(&target).try_exists(), Ok(false)) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "its folder does not exist"));
        }
        let mut name = OsString::from(".");
        // A longer name plus a suffix would exceed the file system's limit.
        if own.len() <= LONGEST {
            name.push(own);
            name.push(".");
        }
        remove_on_signals();
        // No signal may come between creating the file and noting it.
        let mut drafts = drafts();
        let mut builder = Builder::new();
        builder.prefix(&name).suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // as any new file: the umask decides
        let file = builder.tempfile_in(folder(&target))?;
        // So that a sweep which removes the drafts of killed runs lets it be.
        file.as_file().lock()?;
        drafts.push(file.path().to_owned());
        drop(drafts);
        if let Some(permissions) = there {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(Draft::Beside { file, target, replaces })
    }

    /// Moves the complete file to its name.
    ///
    /// # Errors
    /// The disk rejects it, or a file that may not be replaced is there by now; the file at its name is then unchanged.
    pub fn keep(self) -> io::Result<()> {
        match self {
            Draft::InPlace(mut file) => file.flush(),
            Draft::Beside { file, target, replaces } => {
                file.as_file().sync_all()?;
                let draft = file.path().to_owned();
                // Neither follows a link that is there by now.
                let kept = if replaces { file.persist(target) } else { file.persist_noclobber(target) };
                let kept = kept.map(drop).map_err(|error| error.error);
                drafts().retain(|path| *path != draft);
                kept
            }
        }
    }

    fn file(&mut self) -> &mut File {
        match self {
            Draft::InPlace(file) => file,
            Draft::Beside { file, .. } => file.as_file_mut(),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Writes a text to a file and reports it on standard error.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = Draft::new(path).and_then(|mut draft| draft.write_all(text.as_bytes()).and_then(|()| draft.keep()));
    written.map_err(|error| broken(path, &error))?;
    remark(format_args!("{} written", path.display()));
    Ok(())
}

/// Accepts the files that a command would write, each with its option: none is one that the command reads (`-`: standard input), none
/// is written twice, and one that exists is replaced only if `force` says so. Pipes, devices and the program's own descriptors are
/// always accepted. Comes before anything is written.
///
/// # Errors
/// The first file that is not accepted.
pub fn accept(read: &[&Path], written: &[(&str, &Path)], force: bool) -> Result<(), Failure> {
    let of = |path: &&Path| Identity::of(if **path == *"-" { Path::new("/dev/stdin") } else { path });
    let read: Vec<Identity> = read.iter().map(of).collect();
    let mut known: Vec<Identity> = Vec::new();
    for (option, path) in written {
        let refuse = |reason: &str| Err(Failure::refused(format_args!("{option}: {} {reason}", path.display())));
        if path.is_dir() {
            return refuse("is a folder. Allowed: a file");
        }
        let Ok(target) = target(path) else { continue };
        let own = Identity::of(target.as_deref().unwrap_or(path));
        let Some(target) = target else {
            // One of the program's own descriptors may lead to a regular file.
            if own.number.is_some() {
                if read.iter().chain(&known).any(|other| own.is(other)) {
                    return refuse("leads to a file that this command reads, or writes twice; choose another file");
                }
                known.push(own);
            }
            accepted().push(Accepted { path: path.to_path_buf(), place: None, replaces: true });
            continue;
        };
        if read.iter().any(|other| own.is(other)) {
            return refuse("is read by this command, which would overwrite it; choose another file");
        }
        if known.iter().any(|other| own.is(other)) {
            return refuse("would be written twice; choose another file");
        }
        known.push(own);
        if !force && target.exists() {
            return refuse("exists; --force replaces it");
        }
        accepted().push(Accepted { path: path.to_path_buf(), place: place(&target).ok(), replaces: force });
    }
    Ok(())
}

/// A file that may be written.
struct Accepted {
    path: PathBuf,
    /// Place to which it leads; none for a device or a pipe.
    place: Option<PathBuf>,
    replaces: bool,
}

/// Files that were accepted, so that none of them can be led elsewhere before it is written.
fn accepted() -> MutexGuard<'static, Vec<Accepted>> {
    static ACCEPTED: Mutex<Vec<Accepted>> = Mutex::new(Vec::new());
    ACCEPTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Failure for an operating system's error on a file.
pub fn broken(path: &Path, error: &io::Error) -> Failure {
    Failure::Broken(format!("{}: {error}", path.display()))
}

/// Whether two paths lead to the same file, existing or not.
pub fn same(one: &Path, other: &Path) -> bool {
    Identity::of(one).is(&Identity::of(other))
}

/// Place and file of a path, existing or not.
struct Identity {
    place: Option<PathBuf>,
    /// Device and number of a regular file, which may have several names; none on other systems than Unix.
    number: Option<(u64, u64)>,
}

impl Identity {
    fn of(path: &Path) -> Identity {
        #[cfg(unix)]
        let number = {
            use std::os::unix::fs::MetadataExt;
            fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| (file.dev(), file.ino()))
        };
        #[cfg(not(unix))]
        let number = None;
        Identity { place: place(path).ok(), number }
    }

    fn is(&self, other: &Identity) -> bool {
        (self.place.is_some() && self.place == other.place) || (self.number.is_some() && self.number == other.number)
    }
}

/// The path without links, also of a file or folder that does not exist.
fn place(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| {
        let target = target(path)?.ok_or(io::ErrorKind::NotFound)?;
        // Of a folder that does not exist and so is no link.
        if target.ends_with("..") {
            return Ok(folder(&place(folder(&target))?).to_owned());
        }
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        Ok(place(folder(&target))?.join(name))
    })
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The regular file that a path leads to, existing or not; `None` for anything else, which is written in place.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Ok(None);
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // `/dev/stdout` may lead to a regular file that others have open; replacing its name would not help them.
        if cfg!(unix) && folder(&path).canonicalize().is_ok_and(|folder| folder.starts_with("/proc")) {
            return Ok(None);
        }
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Prints a message on standard error when the program is interrupted or terminated.
pub fn on_signal(message: String) {
    *note() = Some(message);
    remove_on_signals();
}

fn note() -> MutexGuard<'static, Option<String>> {
    static NOTE: Mutex<Option<String>> = Mutex::new(None);
    NOTE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Paths of incomplete drafts.
fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Handler of interrupt, termination and hang-up: removes incomplete drafts, then ends the program as the signal would have.
#[cfg(unix)]
fn remove_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Under `nohup` a hang-up is ignored, and stays so.
        let ending: &[i32] = if is_ignored(SIGHUP) { &[SIGINT, SIGTERM] } else { &[SIGINT, SIGTERM, SIGHUP] };
        let Ok(mut signals) = Signals::new(ending) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // The lock is held to the end, so no draft is started any more.
                let drafts = drafts();
                drafts.iter().for_each(|path| drop(fs::remove_file(path)));
                if let Some(message) = &*note() {
                    remark(format_args!("sawtooth: {message}"));
                }
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

/// Whether the program was started with this signal ignored.
#[cfg(unix)]
#[expect(unsafe_code, reason = "no safe call returns the disposition of a signal")]
fn is_ignored(signal: i32) -> bool {
    let mut now = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action the call changes nothing; `now` is only read if it was written.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), now.as_mut_ptr()) == 0
            && now.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
fn remove_on_signals() {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_that_is_planted_after_the_check_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [input, before, after, file, other] =
            ["input", "before", "after", "file", "other"].map(|name| folder.path().join(name));
        fs::write(&input, "precious").unwrap();
        let outputs = [&before, &other, &after, &file].map(|path| ("--out", path.as_path()));
        assert!(accept(&[&input], &outputs[..2], true).is_ok() && accept(&[&input], &outputs[2..], false).is_ok());

        symlink(&input, &before).unwrap();
        assert!(write(&before, "new").is_err(), "planted before the draft");

        let drafts = [&after, &file, &other].map(|path| Draft::new(path).unwrap());
        symlink(&input, &after).unwrap();
        fs::write(&file, "precious").unwrap();
        symlink(&input, &other).unwrap();
        let kept = drafts.map(|draft| draft.keep().is_ok());
        assert_eq!(kept, [false, false, true], "only --force replaces a link, or a file, that is there by now");
        assert!(!other.is_symlink() && fs::read_to_string(&other).unwrap().is_empty());
        for path in [&input, &file] {
            assert_eq!(fs::read_to_string(path).unwrap(), "precious");
        }
    }
}
