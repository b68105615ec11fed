/** What every form for writers passes before it is read, and what is answered instead. @module */
import type { Context, MiddlewareHandler } from 'hono';
import { type Gate } from '../../http/admit.ts';
import type { Show } from '../show.ts';
import type { WebScope } from '../web-scope.ts';
import { type FormProblem } from './form-problem.ts';
import { type showImportForm } from './show-import-form.ts';
export interface FormStagesDependencies {
    readonly limits: {
        readonly maxBodyBytes: number;
        readonly maxBufferedBytes: number;
    };
    /** Bounds what is under way. */
    readonly gate: Gate;
    /** The service's own address. */
    readonly publicUrl: () => string;
    readonly show: Show;
    readonly showForm: ReturnType<typeof showImportForm>;
}
type Stage = MiddlewareHandler<WebScope>;
/** Stages, and what answers whatever they or the routes behind them throw. */
export interface FormStages {
    readonly stages: readonly [Stage, Stage, Stage, Stage];
    answerError(error: Error, c: Context<WebScope>): Promise<Response>;
}
/**
 * Make the stages.
 * @param dependencies Limits, gate and frame.
 */
export declare function formStages({ limits, gate, publicUrl, show, showForm, }: FormStagesDependencies): FormStages;
/** Said to whoever has no session any more. */
export declare const signedOut: FormProblem;
/**
 * Tell whether the form's script asks.
 * @param c The request.
 */
export declare function isFromScript(c: Context<WebScope>): boolean;
/**
 * Answer what the form's script shows beside what was typed, and what it needs to send it again.
 * @param c The request.
 * @param status The status.
 * @param problem What is wrong.
 */
export declare function answerScript(c: Context<WebScope>, status: number, problem: FormProblem): Response;
export {};
