import re
import unicodedata


def slug(title, limit=None):
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    joined = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
    if limit is not None and len(joined) > limit:
        joined = joined[:limit].rsplit("-", 1)[0]
    return joined


def fill(text, width):
    """Breaks text between words into lines of at most `width` characters."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        lines.append(line)
    return lines


def count(text):
    counts = {}
    for word in re.findall(r"[a-z']+", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def is_palindrome(text):
    letters = [each.lower() for each in text if each.isalnum()]
    return letters == letters[::-1]
