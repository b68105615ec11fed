import type { GivenContent, GivenPage } from '../../folder-import/given/plan-given-files.ts';
import type { TargetWiki } from '../../importing/target-wiki.ts';
import type { PlannedFolder } from './folder-form.ts';
import type { FormWork } from './form-work.ts';
/** A page as the browser sends it, once for each. */
export interface FolderPage extends Omit<GivenPage, 'parentId'>, GivenContent {
    /** Numbers of pages of the folder above it. */
    readonly depth: number;
    /** Empty where the page cannot be imported. */
    readonly pageId: string;
    readonly parentId: string;
    readonly exists: boolean;
}
export interface FolderPlanAnswer {
    readonly pages: readonly FolderPage[];
    readonly notices: PlannedFolder['notices'];
}
export interface PlanFolderDependencies {
    readonly workers: FormWork;
    readonly wikis: readonly TargetWiki[];
    readonly publicUrl: () => string;
    readonly limits: {
        readonly maxBodyBytes: number;
    };
}
/**
 * Plan a folder. Pages that are not there get an id and an address, as by a reservation.
 * @param dependencies Workers, and wikis that reserve pages.
 * @param sent The form's body, and who sent it.
 * @throws {RequestError} `bad-request` when the files make no pages, `not-found` when nothing can be
 * imported there.
 */
export declare function planFolderImport({ workers, wikis, publicUrl, limits: { maxBodyBytes } }: PlanFolderDependencies, { body, contentType, userId }: {
    body: Uint8Array;
    contentType: string;
    userId: number;
}): Promise<FolderPlanAnswer>;
