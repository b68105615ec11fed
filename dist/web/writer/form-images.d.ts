/** Images by their names, with `/` between folders. */
export type FormImages = ReadonlyMap<string, Uint8Array>;
/**
 * Embed images. An image is named by its whole path, or by its last part where only one fits.
 * @param markdown The Markdown; what is beyond a limit stays as it is, for the conversion to refuse.
 * @param images What came with it.
 */
export declare function embedImages(markdown: string, images: FormImages): Promise<string>;
