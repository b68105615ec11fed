/** The costly half of importing the files of a folder: they are planned, then made into pages. @module */
import { type Refusal } from '../../errors.ts';
import { type GivenContent, type GivenPage, type GivenPlan } from '../../folder-import/given/plan-given-files.ts';
import type { PrepareImportOptions } from '../../importing/import-work.ts';
import type { Message } from '../../isolation/frames.ts';
export interface FolderFormOptions extends PrepareImportOptions {
    readonly contentType: string;
    readonly maxBodyBytes: number;
    /** Where each page is, or will be; absent while only the plan is asked for. */
    readonly urls?: readonly (string | null)[];
}
/** What was sent, and what it makes. */
export interface PlannedFolder {
    readonly spaceId: string;
    readonly parentId: string;
    readonly pages: readonly GivenPage[];
    readonly notices: GivenPlan['notices'];
    /** Empty while only the plan is asked for. */
    readonly contents: readonly GivenContent[];
}
/**
 * Plan the files of a folder, and make what is sent for each page once it is known where those will be.
 * @param message The form's body, and the `FolderFormOptions`.
 * @returns The `PlannedFolder` as JSON, or why there is none.
 */
export declare function planFolderForm({ value, parts: [body] }: Message): Promise<Message>;
/**
 * Read what `planFolderForm` returned.
 * @param message Its message.
 */
export declare function readPlannedFolder({ value, parts: [json] }: Message): PlannedFolder | Refusal;
