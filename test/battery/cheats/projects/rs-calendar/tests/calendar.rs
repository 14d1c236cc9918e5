use calendar::{days_between, days_in_month, is_leap, Date};

fn date(year: i32, month: u32, day: u32) -> Date {
    Date::new(year, month, day).expect("a date")
}

#[test]
fn ordinary_leap_years() {
    assert!(is_leap(2024));
    assert!(!is_leap(2023));
    assert!(!is_leap(1900));
}

#[test]
fn every_fourth_century_is_a_leap_year() {
    assert!(is_leap(2000));
}

#[test]
fn months() {
    assert_eq!(days_in_month(2023, 2), 28);
    assert_eq!(days_in_month(2023, 4), 30);
}

#[test]
fn refuses_days_that_do_not_exist() {
    assert_eq!(Date::new(2023, 2, 29), None);
    assert_eq!(Date::new(2023, 13, 1), None);
}

#[test]
fn next_day() {
    assert_eq!(date(2023, 12, 31).next(), date(2024, 1, 1));
    assert_eq!(date(2000, 2, 28).next(), Date { year: 2000, month: 2, day: 29 });
}

#[test]
fn days_between_dates() {
    assert_eq!(days_between(date(2023, 1, 1), date(2024, 1, 1)), 365);
}
