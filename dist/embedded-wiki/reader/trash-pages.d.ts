import { type Space } from '../../importing/target-wiki.ts';
import type { Markup } from '../../web/layout.ts';
import { type ListPart } from '../../web/list-part.ts';
import type { TrashedPage } from '../store/trashed-pages.ts';
import { type PagePlace } from './addresses.ts';
export interface TrashQuestionModel {
    readonly place: PagePlace;
    readonly title: string;
    readonly pagesBelow: number;
    readonly csrfField: Markup;
}
/**
 * Ask before a page goes.
 * @param model The page, and how many go with it.
 */
export declare function trashQuestion({ place, title, pagesBelow, csrfField }: TrashQuestionModel): Markup;
/**
 * Say that a page is in the trash, with the way back.
 * @param spaceKey Its space.
 * @param page The page.
 * @param csrfField The form's token.
 */
export declare function trashNotice(spaceKey: string, page: TrashedPage, csrfField: Markup): Markup;
export interface TrashListModel {
    readonly space: Space;
    readonly pages: readonly TrashedPage[];
    readonly part: ListPart;
    /** Why a page could not be restored, with the way out. */
    readonly problem: Markup | undefined;
    readonly csrfField: Markup;
}
/**
 * List the trash of a space.
 * @param model A part of it.
 */
export declare function trashList({ space, pages, part, problem, csrfField }: TrashListModel): Markup;
