const ACCENTS = /[\u0300-\u036f]/g;

/** A text as part of an address: small letters, digits and single dashes. */
export function slugify(text) {
  return text
    .normalize("NFD")
    .replace(ACCENTS, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-")
    .replace(/^-|-$/g, "");
}
