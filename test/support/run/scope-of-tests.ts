/**
 * Lets Node's test runner find the test that runs by `AsyncLocalStorage`. By itself it follows every promise and
 * every callback with a hook: an `await` then costs twenty times as much, and a run a twelfth more.
 * It has to come before `node:test` is loaded.
 * @module
 */
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

const { createHook, executionAsyncId } = hooks
/** The number of the test that runs. */
const scope = new AsyncLocalStorage<number>()
let tellOfTest: HookCallbacks['init']

/** What a test of the runner is: all that it begins knows it. */
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
// The runner has taken what it needs; nobody else meets them.
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook })
