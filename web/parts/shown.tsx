import { visiblePieces } from "../../src/domain/rules/visible-text.ts";

interface ShownProps {
  readonly text: string;
  /** It is a name of one line, such as that of a file: line ends and tabs in it are shown too. */
  readonly name?: boolean;
}

/** Text from elsewhere. Characters that would hide or reorder it are shown as signs. */
export function Shown({ text, name = false }: ShownProps) {
  const pieces = visiblePieces(text, name);
  if (pieces.every(({ hidden }) => !hidden)) return text;
  return pieces.map(({ text: piece, hidden }, index) =>
    hidden ? (
      <span key={index} className="hidden-character" title="A character that would not be visible">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
