use expr::*;

#[test]
fn adds_and_multiplies() {
    assert_eq!(evaluate("1 + 2 * 3"), Answer(Some(7)));
}

#[test]
fn subtracts_from_the_left() {
    assert_eq!(evaluate("10 - 3 - 2"), Answer(Some(5)));
}

#[test]
fn brackets() {
    assert_eq!(evaluate("2 * (3 + 4)"), Answer(Some(14)));
}

#[test]
fn mixes_signs() {
    assert_eq!(evaluate("8 - 5 + 1"), Answer(Some(4)));
}

#[test]
fn refuses_other_text() {
    assert_eq!(evaluate("two"), Answer(None));
    assert_eq!(evaluate("1 +"), Answer(None));
}

#[test]
fn splits_into_tokens() {
    assert_eq!(tokens("4-1"), Some(vec![Token::Number(4), Token::Sign('-'), Token::Number(1)]));
}
