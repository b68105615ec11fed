/** Builds the package into `build/`: what users run and read, without what only developers need. @module */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configFileSchema } from '../src/contract/options/option-table.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const build = join(root, 'build')
const assets = join(build, 'dist/server/web/assets')
const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')

rmSync(build, { recursive: true, force: true })
// `npm run check` looks at the types.
execFileSync(process.execPath, [compiler, '--noCheck', '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
cpSync(join(root, 'src/server/web/assets'), assets, { recursive: true })
cpSync(require.resolve('@mermaid-js/tiny'), join(assets, 'mermaid.tiny.js'))
cpSync(require.resolve('turndown/lib/turndown.browser.es.js'), join(assets, 'turndown.js'))
cpSync(require.resolve('turndown/LICENSE'), join(assets, 'turndown.LICENSE'))
for (const name of [
  'bin',
  'migrations',
  'docs',
  'examples',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
]) {
  cpSync(join(root, name), join(build, name), { recursive: true })
}
writeManifest()
writeFileSync(
  join(build, 'docs/markport.schema.json'),
  `${JSON.stringify(configFileSchema(), null, 2)}\n`,
)
execFileSync(process.execPath, [join(build, 'bin/markport.js'), '--version'], { stdio: 'inherit' })

/** The Node of the optional dependencies is four times the size of the rest: users have their own. */
function writeManifest(): void {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { private: _, scripts, optionalDependencies, devDependencies, ...published } = manifest
  published.engines = { node: '>=24' }
  writeFileSync(join(build, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}
