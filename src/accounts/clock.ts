/** The type of clocks, which tests can replace. @module */

export type Clock = () => Date
