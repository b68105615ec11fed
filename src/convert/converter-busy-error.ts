/** The refusal of a document while too many others wait for conversion. @module */

/** Too many documents wait; nothing was converted, and trying again later is right. */
export class ConverterBusyError extends Error {
  override readonly name = 'ConverterBusyError'
}
