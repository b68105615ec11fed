import type { Markup } from '../../web/layout.ts';
import { type PagePlace } from './addresses.ts';
export interface PageMenuModel {
    readonly place: PagePlace;
    readonly title: string;
    /** Undefined for a homepage, which stays where it is. */
    readonly parentId: string | undefined;
    readonly hasMarkdown: boolean;
    /** Whether the reader may write in the space. */
    readonly isWritable: boolean;
}
/**
 * Show the menu. It opens without a script; what needs one is hidden until it is there.
 * @param model The page, and what its reader may do.
 */
export declare function pageMenu(model: PageMenuModel): Markup;
