import type { ReaderDependencies, WebContext } from './reader-scope.ts';
/**
 * Answer with a list to put below the field, from the spaces that the reader may read.
 * @param c The request; its `space` is the one whose pages come first.
 * @param dependencies The store, and who may read.
 */
export declare function answerSuggest(c: WebContext, dependencies: ReaderDependencies): Promise<Response>;
