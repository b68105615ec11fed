import type { Markup } from '../layout.ts';
import type { FirstSteps } from './read-first-steps.ts';
/** Where the steps are. */
export declare const firstStepsPath = "/manage/first-steps";
export interface FirstStepsModel extends FirstSteps {
    /** The service's own address. */
    readonly publicUrl: string;
}
/**
 * Show the steps.
 * @param model What has been done, and where commands reach the service.
 */
export declare function firstStepsPage(model: FirstStepsModel): Markup;
/**
 * Lead an administrator from elsewhere to the steps that are left.
 */
export declare const firstStepsLead: Markup;
