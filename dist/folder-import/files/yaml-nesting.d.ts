/** Keeps YAML from the parser that nests so deep that reading it could take for ever, or end the program. @module */
/**
 * Refuse YAML that may nest too deep.
 * @param yaml The text.
 * @throws {Error} When it does.
 */
export declare function checkYamlNesting(yaml: string): void;
