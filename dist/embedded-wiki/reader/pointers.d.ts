export interface Pointer {
    readonly kind: 'link' | 'image';
    readonly address: string;
    /** What an image is called. */
    readonly name: string;
}
/** A pointer in a text, as a part of a pattern. */
export declare const pointerPattern = "\\0[^\\0]*\\0";
/**
 * Parse a document, without the character that pointers stand between.
 * @param json The document as JSON text.
 */
export declare function parseWithoutEdges(json: string): unknown;
/**
 * Put pointers into the texts of nodes: behind the words of a link, and in the place of an image.
 * @param nodes The content of a node; what is none is left as it is.
 */
export declare function withPointers(nodes: unknown): unknown;
/**
 * Take a text apart at its pointers.
 * @param text A text with pointers.
 */
export declare function splitPointers(text: string): (string | Pointer)[];
