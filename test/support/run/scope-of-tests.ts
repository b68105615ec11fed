/** Makes node:test find the running test by `AsyncLocalStorage`: its own hook makes an `await` twenty times as costly. @module */
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

const { createHook, executionAsyncId } = hooks
const scope = new AsyncLocalStorage<number>()
let tellOfTest: HookCallbacks['init']

class ScopedResource extends AsyncResource {
  constructor(...[type, options]: ConstructorParameters<typeof AsyncResource>) {
    super(type, options)
    tellOfTest?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result, Input extends unknown[]>(
    run: (this: This, ...input: Input) => Result,
    self?: This,
    ...input: Input
  ): Result {
    return super.runInAsyncScope(() =>
      scope.run(this.asyncId(), () => run.apply(self as This, input)),
    )
  }
}

Object.assign(hooks, {
  AsyncResource: ScopedResource,
  executionAsyncId: () => scope.getStore() ?? executionAsyncId(),
  createHook(callbacks: HookCallbacks) {
    tellOfTest = callbacks.init
    return { enable() {}, disable() {} }
  },
})
await import('node:test')
// The runner has taken what it needs, so nobody else gets the replacements.
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook })
