/** Builds the package: compiles to `dist/`, adds what the code reads at run time, tries it. @module */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
cpSync(join(root, 'src/web/assets'), join(dist, 'web/assets'), { recursive: true })
cpSync(require.resolve('mermaid/dist/mermaid.min.js'), join(dist, 'web/assets/mermaid.min.js'))
cpSync(require.resolve('mermaid/LICENSE'), join(dist, 'web/assets/mermaid.LICENSE'))
execFileSync(process.execPath, [join(dist, 'main.js'), '--version'], { stdio: 'inherit' })
