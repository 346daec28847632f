//! Files that appear whole or not at all: written beside their name, brought to the disk, then renamed. Whatever ends the
//! program before leaves what stood there as it was. Not here: what is written.

use crate::{Failure, remark};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// Symbolic links that are followed, one after the other.
const MOST_LINKS: usize = 40;

/// Bytes of a name that stands in its draft's.
const LONGEST: usize = 200;

/// A file that is being written.
pub enum Draft {
    /// Beside its name, where it is removed unless it is kept.
    Beside {
        /// Under its name for the time being.
        file: NamedTempFile,
        /// Where it belongs.
        target: PathBuf,
    },
    /// A device, a pipe or a descriptor of the program's own, which has no name to be put at.
    InPlace(File),
}

impl Draft {
    /// Begins to write what will stand at a path. A link stays, and leads to the new file.
    ///
    /// # Errors
    /// The folder is not there or takes no file; a device or pipe cannot be opened.
    pub fn new(path: &Path) -> io::Result<Draft> {
        let Some(target) = target(path)? else {
            return File::create(path).map(Draft::InPlace);
        };
        // Whoever may not write to what stands there may not put another in its place either.
        let there = match File::options().write(true).open(&target) {
            Ok(file) => Some(file.metadata()?.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let own = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let mut name = OsString::from(".");
        // A longer one with more behind it is a name that no disk takes.
        if own.len() <= LONGEST {
            name.push(own);
            name.push(".");
        }
        remove_on_signals();
        // No signal comes between the file and the note of it.
        let mut drafts = drafts();
        let mut builder = Builder::new();
        builder.prefix(&name).suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // as any new file: the umask decides
        let file = builder.tempfile_in(folder(&target))?;
        drafts.push(file.path().to_owned());
        drop(drafts);
        if let Some(permissions) = there {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(Draft::Beside { file, target })
    }

    /// Puts it at its name: it is whole.
    ///
    /// # Errors
    /// The disk does not take it; then nothing has changed at its name.
    pub fn keep(self) -> io::Result<()> {
        match self {
            Draft::InPlace(mut file) => file.flush(),
            Draft::Beside { file, target } => {
                file.as_file().sync_all()?;
                let draft = file.path().to_owned();
                let kept = file.persist(target).map(drop).map_err(|error| error.error);
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

/// Writes a text to a file, and says so on standard error.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = Draft::new(path).and_then(|mut draft| draft.write_all(text.as_bytes()).and_then(|()| draft.keep()));
    written.map_err(|error| broken(path, &error))?;
    remark(format_args!("{} written", path.display()));
    Ok(())
}

/// What an operating system's error on a file means.
pub fn broken(path: &Path, error: &io::Error) -> Failure {
    Failure::Broken(format!("{}: {error}", path.display()))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The regular file that a path leads to, there or not yet; `None` if it leads to anything else, which is written as it is.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Ok(None);
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // `/dev/stdout` may lead to a regular file that others hold open: another one at its name is of no use to them.
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

/// Files that are not whole yet, by the names under which they are written.
fn drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An interrupt or a termination removes the files that are not whole, then ends the program as it would have.
#[cfg(unix)]
fn remove_on_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // Held to the end: nothing is begun any more.
                let drafts = drafts();
                drafts.iter().for_each(|path| drop(fs::remove_file(path)));
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn remove_on_signals() {}
