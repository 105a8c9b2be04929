// A reporter of Playwright: see verdict.mjs.
import { writeVerdict } from './verdict.mjs'

export default class {
  tests = []
  failures = []

  onBegin(_config, suite) {
    this.tests = suite.allTests()
  }

  onError(error) {
    this.failures.push({ where: 'outside of the journeys', errors: [error] })
  }

  onEnd() {
    const failed = this.tests.filter((test) => test.outcome() === 'unexpected')
    writeVerdict({
      passed: this.tests.filter((test) => ['expected', 'flaky'].includes(test.outcome())).length,
      failures: [
        ...failed.map((test) => ({
          where: test.titlePath().filter(Boolean).join(' > '),
          errors: test.results.flatMap(({ errors }) => errors),
        })),
        ...this.failures,
      ],
    })
  }
}
