import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** Numbers are written anew with few decimals. */
const rounding = 0.006;

/** Whether two objects say the same, in whatever form of numbers and texts. Streams never do: they stay where they are. */
export function isSameObject(one: PDFObject | undefined, other: PDFObject | undefined): boolean {
  if (one === other) return true;
  if (one instanceof PDFNumber && other instanceof PDFNumber) return Math.abs(one.asNumber() - other.asNumber()) < rounding;
  if (one instanceof PDFRef && other instanceof PDFRef) return one.toString() === other.toString();
  if (isText(one) && isText(other)) return Buffer.from(one.asBytes()).equals(Buffer.from(other.asBytes()));
  if (one instanceof PDFBool && other instanceof PDFBool) return one.asBoolean() === other.asBoolean();
  if (one instanceof PDFArray && other instanceof PDFArray)
    return one.size() === other.size() && one.asArray().every((entry, at) => isSameObject(entry, other.get(at)));
  if (one instanceof PDFDict && other instanceof PDFDict) return otherKeys(one, other).length === 0;
  return false;
}

/** A text, in whichever way it is written. */
export const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString;

/** The keys by which two dictionaries differ, with their slash. */
export function otherKeys(one: PDFDict, other: PDFDict): string[] {
  const keys = new Set([...one.keys(), ...other.keys()].map(String));
  return [...keys].filter((key) => {
    const name = PDFName.of(key.slice(1));
    return !isSameObject(one.get(name), other.get(name));
  });
}

/** The entries of an array, a dictionary or a stream. */
export function partsOf(object: PDFObject): [key: string, value: PDFObject][] {
  if (object instanceof PDFArray) return object.asArray().map((value) => ['', value]);
  if (object instanceof PDFStream) return partsOf(object.dict);
  return object instanceof PDFDict ? object.entries().map(([key, value]) => [key.toString(), value]) : [];
}
