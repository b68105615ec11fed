/** The type of the clock that everything with a deadline is given, so that tests can set it. @module */

export type Clock = () => Date
