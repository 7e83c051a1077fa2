//! The crate plist, in Rust.

use std::ffi::CString;
use std::io::Cursor;
use std::os::raw::{c_char, c_int};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plist::stream::BinaryReader;
use plist::Value;

#[repr(C)]
pub struct Values([u8; 0]);
#[repr(C)]
pub struct Strings([u8; 0]);
#[repr(C)]
pub struct Written([u8; 0]);

type Read = extern "C" fn(*const u8, usize, *mut Values) -> bool;
type Write = extern "C" fn(*const Strings, *mut Written);

// foreign_stack.h says what they are.
extern "C" {
    fn foreign_key(values: *mut Values, bytes: *const u8, length: usize) -> bool;
    fn foreign_string(values: *mut Values, bytes: *const u8, length: usize) -> bool;
    fn foreign_data(values: *mut Values, bytes: *const u8, length: usize) -> bool;
    fn foreign_integer(values: *mut Values, value: i64) -> bool;
    fn foreign_big_integer(values: *mut Values, digits: *const u8, length: usize) -> bool;
    fn foreign_real(values: *mut Values, value: f64) -> bool;
    fn foreign_boolean(values: *mut Values, value: bool) -> bool;
    fn foreign_date(values: *mut Values, seconds_since_2001: f64) -> bool;
    fn foreign_begin_array(values: *mut Values) -> bool;
    fn foreign_begin_dictionary(values: *mut Values) -> bool;
    fn foreign_end(values: *mut Values) -> bool;
    fn foreign_count(strings: *const Strings) -> usize;
    fn foreign_text(strings: *const Strings, index: usize, length: *mut usize) -> *const u8;
    fn foreign_put(written: *mut Written, bytes: *const u8, length: usize);
    fn foreign_serve(name: *const c_char, version: *const c_char, language: *const c_char, read: Read, write: Write) -> c_int;
}

extern "C" fn read(bytes: *const u8, length: usize, values: *mut Values) -> bool {
    let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
    let read = || Value::from_events(BinaryReader::new(Cursor::new(bytes)));
    let list = if std::env::args().any(|argument| argument == "--catch-all") {
        std::panic::catch_unwind(read).ok()
    } else {
        Some(read())
    };
    match list {
        Some(Ok(list)) => unsafe { copy(&list, values) },
        _ => false,
    }
}

/// Copies a value. False for what cannot be shown: UIDs, and too much.
unsafe fn copy(value: &Value, values: *mut Values) -> bool {
    match value {
        Value::String(text) => foreign_string(values, text.as_ptr(), text.len()),
        Value::Data(data) => foreign_data(values, data.as_ptr(), data.len()),
        Value::Integer(integer) => match integer.as_signed() {
            Some(signed) => foreign_integer(values, signed),
            None => {
                let digits = integer.to_string();
                foreign_big_integer(values, digits.as_ptr(), digits.len())
            }
        },
        Value::Real(real) => foreign_real(values, *real),
        Value::Boolean(boolean) => foreign_boolean(values, *boolean),
        Value::Date(date) => foreign_date(values, seconds((*date).into())),
        Value::Array(array) => {
            foreign_begin_array(values)
                && array.iter().all(|element| copy(element, values))
                && foreign_end(values)
        }
        Value::Dictionary(dictionary) => {
            foreign_begin_dictionary(values)
                && dictionary
                    .iter()
                    .all(|(key, value)| foreign_key(values, key.as_ptr(), key.len()) && copy(value, values))
                && foreign_end(values)
        }
        _ => false,
    }
}

fn seconds(date: SystemTime) -> f64 {
    let start = UNIX_EPOCH + Duration::from_secs(978_307_200);
    match date.duration_since(start) {
        Ok(after) => after.as_secs_f64(),
        Err(before) => -before.duration().as_secs_f64(),
    }
}

extern "C" fn write(strings: *const Strings, written: *mut Written) {
    let text = |index| unsafe {
        let mut length = 0;
        let bytes = foreign_text(strings, index, &mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(bytes, length)).into_owned()
    };
    let list = (0..unsafe { foreign_count(strings) }).map(|index| Value::String(text(index))).collect();
    let mut bytes = Vec::new();
    Value::Array(list).to_writer_binary(&mut bytes).expect("an array of strings can be written");
    unsafe { foreign_put(written, bytes.as_ptr(), bytes.len()) }
}

fn main() {
    let [name, version, language] = ["plist", env!("PLIST_VERSION"), "Rust"].map(|text| CString::new(text).unwrap());
    std::process::exit(unsafe { foreign_serve(name.as_ptr(), version.as_ptr(), language.as_ptr(), read, write) });
}
