/**
 * The parsers of YAML and TOML, loaded at run time. Bundled into an ES module, `yaml` could not load
 * the built-in modules that it asks for; bundlers warn of circular imports in `smol-toml`.
 * @module
 */
import { requirePackage } from '../../contract/base/own-package.ts'

export const { isMap, isNode, isScalar, LineCounter, parseDocument, YAMLParseError } =
  requirePackage('yaml') as typeof import('yaml')

export const { parse: parseToml, TomlError } = requirePackage(
  'smol-toml',
) as typeof import('smol-toml')
