import { visiblePieces } from "../../src/domain/rules/text/visible-text.ts";

interface ShownProps {
  readonly text: string;
  /** A single-line name, such as a file name: line breaks and tabs in it are shown too. */
  readonly name?: boolean;
}

/** Untrusted text. Characters that would hide or reorder it are shown as symbols. */
export function Shown({ text, name = false }: ShownProps) {
  const pieces = visiblePieces(text, name);
  if (pieces.every(({ hidden }) => !hidden)) return text;
  return pieces.map(({ text: piece, hidden }, index) =>
    hidden ? (
      <span key={index} className="hidden-character" title="An invisible character">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

interface TextListProps {
  /** Untrusted, without duplicates. */
  readonly texts: readonly string[];
  readonly className?: string;
}

export function TextList({ texts, className }: TextListProps) {
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text}>
          <Shown text={text} />
        </li>
      ))}
    </ul>
  );
}
