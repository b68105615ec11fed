import { type AnswerWarning } from '../../importing/contract.ts';
import type { Markup } from '../layout.ts';
/** A warning of a form or a past import. */
export type ShownWarning = Pick<AnswerWarning, 'severity' | 'message' | 'line'> & {
    /** The line that it comes from, shortened. */
    readonly excerpt?: string;
};
/**
 * Count warnings by severity, the worst first.
 * @param warnings The warnings.
 * @returns Such as `2 lost, 1 changed`; empty without any.
 */
export declare function countWarnings(warnings: readonly Pick<AnswerWarning, 'severity'>[]): string;
/**
 * List warnings.
 * @param warnings What the conversion had to change.
 * @param lineMarkup Shows the number of a line.
 */
export declare function warningItems(warnings: readonly ShownWarning[], lineMarkup: (line: number) => Markup | string): Markup;
