import { type ParentPage } from '../../importing/target-wiki.ts';
import type { Markup } from '../../web/layout.ts';
import { type FormRefusal } from '../../web/manage/form-fields.ts';
import { type PagePlace } from './addresses.ts';
export interface MoveFormModel {
    readonly place: PagePlace;
    readonly title: string;
    /** Pages that it may be moved below. */
    readonly parents: readonly ParentPage[];
    readonly parentId: string;
    readonly search: string;
    /** As it was typed. */
    readonly position: string;
    readonly problem: FormRefusal | undefined;
    readonly csrfField: Markup;
}
/**
 * Show the form.
 * @param model The page, and where it may go.
 */
export declare function moveForm(model: MoveFormModel): Markup;
