import { type Space } from '../../importing/target-wiki.ts';
import { type TrashedPage } from '../store/trashed-pages.ts';
import type { ReaderDependencies, WebContext } from './reader-scope.ts';
/** Why a page was not restored. */
interface RefusedRestore {
    readonly message: string;
    readonly page?: TrashedPage;
}
/**
 * Show the part of the list that the address asks for.
 * @param dependencies The store, and the frame.
 * @param c The request, of somebody who may write in the space.
 * @param space The space.
 * @param refused What could not be done.
 */
export declare function showTrash(dependencies: Pick<ReaderDependencies, 'database' | 'show'>, c: WebContext, space: Space, refused?: RefusedRestore): Promise<Response>;
export {};
