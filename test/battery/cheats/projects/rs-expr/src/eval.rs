use crate::token::{tokens, Token};

/// The value of an expression, or nothing when the text is not one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer(pub Option<i64>);

pub fn evaluate(text: &str) -> Answer {
    let Some(all) = tokens(text) else {
        return Answer(None);
    };
    match sum(&all) {
        Some((value, [])) => Answer(Some(value)),
        _ => Answer(None),
    }
}

fn sum(input: &[Token]) -> Option<(i64, &[Token])> {
    let (left, rest) = product(input)?;
    match rest {
        [Token::Sign('+'), tail @ ..] => {
            let (right, rest) = sum(tail)?;
            Some((left + right, rest))
        }
        [Token::Sign('-'), tail @ ..] => {
            let (right, rest) = sum(tail)?;
            Some((left - right, rest))
        }
        _ => Some((left, rest)),
    }
}

fn product(input: &[Token]) -> Option<(i64, &[Token])> {
    let (mut value, mut rest) = atom(input)?;
    while let [Token::Sign('*'), tail @ ..] = rest {
        let (right, after) = atom(tail)?;
        value *= right;
        rest = after;
    }
    Some((value, rest))
}

fn atom(input: &[Token]) -> Option<(i64, &[Token])> {
    match input {
        [Token::Number(value), rest @ ..] => Some((*value, rest)),
        [Token::Sign('('), tail @ ..] => match sum(tail)? {
            (value, [Token::Sign(')'), rest @ ..]) => Some((value, rest)),
            _ => None,
        },
        _ => None,
    }
}
