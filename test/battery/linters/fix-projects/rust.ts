/** The same in Rust. */
export const RUST_FILES: Readonly<Record<string, string>> = {
  "Cargo.toml": `[package]
name = "shop"
version = "0.1.0"
edition = "2021"

[lints.clippy]
all = "warn"
`,
  "src/lib.rs": `//! A small shop.

pub mod prices;
pub mod stock;

#[cfg(test)]
mod tests {
    use super::prices::{amounts, first, has_any, in_range, total, Price};
    use super::stock::{add, count, has, initial, known, longest, parts, position, sign, starts_with_a, upper};
    use std::collections::HashMap;

    #[test]
    fn prices() {
        let all = vec![Price::new(2, "EUR"), Price::new(0, "EUR")];
        assert_eq!(total(&all), 2);
        assert_eq!(first(&all), Some(Price::new(2, "EUR")));
        assert!(has_any(&all) && !has_any(&[]));
        assert!(in_range(10) && !in_range(11));
        assert!(all[1].is_free() && !all[0].is_free());
        assert_eq!(all[0].text(), "2 EUR");
        assert_eq!(amounts(&all), [2]);
    }

    #[test]
    fn stock() {
        let mut stock = HashMap::new();
        assert!(!has(&stock, "nut"));
        add(&mut stock, "nut");
        assert_eq!(count(&stock, "nut") + count(&stock, "bolt"), 1);
        let names = ["nut", "anvil"];
        assert_eq!(position(&names, "anvil"), Some(1));
        assert!(known(&names, "nut") && !known(&names, "bolt"));
        assert_eq!(initial("nut"), Some('n'));
        assert_eq!(upper("nut"), "NUT");
        assert_eq!(longest(&names), 5);
        assert_eq!(parts("a-b"), ["a", "b"]);
        assert!(starts_with_a("anvil") && !starts_with_a("nut"));
        assert_eq!(sign(-2) + sign(2), 0);
    }
}
`,
  "src/prices.rs": `//! What things cost.

#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    pub amount: i64,
    pub currency: String,
}

impl Price {
    pub fn new(amount: i64, currency: &str) -> Price {
        return Price { amount: amount, currency: currency.to_string() };
    }

    pub fn is_free(&self) -> bool {
        if self.amount == 0 { true } else { false }
    }

    pub fn text(&self) -> String {
        format!("{} {}", self.amount, self.currency.to_string())
    }
}

pub fn total(prices: &Vec<Price>) -> i64 {
    let mut sum = 0;
    for price in prices.iter() {
        sum = sum + price.amount;
    }
    sum
}

pub fn first(prices: &[Price]) -> Option<Price> {
    prices.get(0).map(|price| price.clone())
}

pub fn has_any(prices: &[Price]) -> bool {
    prices.len() > 0
}

pub fn in_range(amount: i64) -> bool {
    amount >= 1 && amount <= 10
}

pub fn amounts(prices: &[Price]) -> Vec<i64> {
    prices.iter().map(|price| price.amount).filter(|amount| *amount != 0).collect::<Vec<i64>>().into_iter().collect()
}
`,
  "src/stock.rs": `//! What there is.

use std::collections::HashMap;

pub fn count(stock: &HashMap<String, u32>, name: &str) -> u32 {
    match stock.get(name) {
        Some(count) => *count,
        None => 0,
    }
}

pub fn has(stock: &HashMap<String, u32>, name: &str) -> bool {
    stock.get(name).is_some()
}

pub fn add(stock: &mut HashMap<String, u32>, name: &str) {
    let count = count(&stock, name);
    stock.insert(name.to_string(), count + 1);
    ()
}

pub fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().enumerate().find(|(_, each)| **each == name).map(|(index, _)| index)
}

pub fn known(names: &[&str], name: &str) -> bool {
    names.iter().find(|each| **each == name).is_some()
}

pub fn initial(name: &str) -> Option<char> {
    name.chars().nth(0)
}

pub fn upper(name: &str) -> String {
    let result = name.to_uppercase();
    result
}

pub fn longest(names: &[&str]) -> usize {
    names.iter().map(|name| name.len()).fold(0, |most, length| if length > most { length } else { most })
}

pub fn parts(name: &str) -> Vec<&str> {
    name.split("-").into_iter().collect()
}

pub fn starts_with_a(name: &str) -> bool {
    name.chars().next() == Some('a')
}

pub fn sign(number: i32) -> i32 {
    if !(number >= 0) == true {
        return -1;
    }
    return 1;
}
`,
};
