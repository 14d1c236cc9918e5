import type { Program } from "./program.ts";

/** A few Rust programs written for this benchmark. */
export const programs: readonly Program[] = [
  {
    name: "stats",
    kind: "rust",
    exports: ["mean", "largest", "count_up"],
    code: `pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let sum: f64 = values.iter().sum();
    Some(sum / values.len() as f64)
}

pub fn largest(values: &[i32]) -> i32 {
    let mut best = values[0];
    for &value in values {
        if value > best {
            best = value;
        }
    }
    best
}

pub fn count_up(n: u32) -> u32 {
    let mut total = 0;
    let mut i = 1;
    while i <= n {
        total += i;
        i += 1;
    }
    total
}
`,
    visible: [
      ["mean(&[1.0, 2.0])", "Some(1.5)"],
      ["mean(&[])", "None"],
      ["largest(&[1, 5, 3])", "5"],
      ["largest(&[-4, -9])", "-4"],
      ["count_up(4)", "10"],
    ],
    hidden: [
      ["mean(&[4.0])", "Some(4.0)"],
      ["largest(&[2, 2, 7, 1])", "7"],
      ["count_up(0)", "0"],
      ["count_up(10)", "55"],
    ],
    bugs: [
      ["value > best", "value < best"],
      ["while i <= n", "while i < n"],
      ["total += i;", "total -= i;"],
    ],
  },
  {
    name: "words",
    kind: "rust",
    exports: ["is_palindrome", "initials", "vowels"],
    code: `pub fn is_palindrome(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut left = 0;
    let mut right = letters.len();
    while left + 1 < right {
        if letters[left].to_ascii_lowercase() != letters[right - 1].to_ascii_lowercase() {
            return false;
        }
        left += 1;
        right -= 1;
    }
    return true;
}

pub fn initials(name: &str) -> String {
    let mut out = String::new();
    for word in name.split_whitespace() {
        if let Some(first) = word.chars().next() {
            out.push(first.to_ascii_uppercase());
            out.push('.');
        }
    }
    return out;
}

pub fn vowels(text: &str) -> usize {
    let mut count = 0;
    for c in text.chars() {
        if "aeiou".contains(c) {
            count += 1;
        }
    }
    return count;
}
`,
    visible: [
      ['is_palindrome("Never odd or even")', "true"],
      ['is_palindrome("ab")', "false"],
      ['is_palindrome("abca")', "false"],
      ['initials("ada lovelace")', '"A.L."'],
      ['vowels("banana")', "3"],
    ],
    hidden: [
      ['is_palindrome("")', "true"],
      ['is_palindrome("abcba")', "true"],
      ['is_palindrome("abcda")', "false"],
      ['initials("  x  y z ")', '"X.Y.Z."'],
      ['vowels("rhythm")', "0"],
    ],
    bugs: [
      ["            return false;", "            return true;"],
      ["count += 1;", "count += 2;"],
      ["letters[right - 1].to", "letters[right - 2].to"],
    ],
  },
  {
    name: "account",
    kind: "rust",
    exports: ["Account"],
    code: `pub struct Account {
    balance: i64,
    frozen: bool,
}

impl Account {
    pub fn open(balance: i64) -> Account {
        Account { balance, frozen: false }
    }

    pub fn deposit(mut self, amount: i64) -> Account {
        if amount > 0 && !self.frozen {
            self.balance += amount;
        }
        return self;
    }

    pub fn withdraw(mut self, amount: i64) -> Account {
        if amount <= self.balance && !self.frozen {
            self.balance -= amount;
        }
        return self;
    }

    pub fn freeze(mut self) -> Account {
        self.frozen = true;
        return self;
    }

    pub fn balance(&self) -> i64 {
        self.balance
    }
}
`,
    visible: [
      ["Account::open(5).deposit(3).balance()", "8"],
      ["Account::open(5).deposit(-3).balance()", "5"],
      ["Account::open(5).withdraw(5).balance()", "0"],
      ["Account::open(5).withdraw(6).balance()", "5"],
      ["Account::open(5).freeze().deposit(3).balance()", "5"],
    ],
    hidden: [
      ["Account::open(0).deposit(1).deposit(2).balance()", "3"],
      ["Account::open(9).withdraw(4).balance()", "5"],
      ["Account::open(9).freeze().withdraw(4).balance()", "9"],
    ],
    bugs: [
      ["amount > 0 && !self", "amount > 0 || !self"],
      ["amount <= self.balance", "amount < self.balance"],
      ["self.balance -= amount", "self.balance += amount"],
      ["self.frozen = true", "self.frozen = false"],
    ],
  },
];
