import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  Builder,
  By,
  Capabilities,
  error,
  until,
  type WebDriver,
  type WebElement,
} from 'selenium-webdriver';
import { freePort } from '#tests/support/free-port.ts';
import { MINI_BROWSER } from '#tests/support/webkit.ts';
import { recordToasts, takeToast } from '../support/toast-record.ts';

/** How long a condition may take. Generous, because WebKit is slow on a busy machine. */
export const WAIT_MS = 120_000;

export type WebKit = Awaited<ReturnType<typeof openWebKit>>;

/** A program that WebDriver can control; by default WebKit's MiniBrowser. */
type Program = {
  /** The name that the program reports to WebDriver. */
  name: string;
  binary: string;
  args: string[];
  window: { width: number; height: number };
};

/** Opens a real WebKit on a virtual display. Its methods find elements by visible text. */
export async function openWebKit(baseUrl: string, program: Program = miniBrowser()) {
  const display = await openDisplay();
  const port = await freePort();
  const webDriver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DISPLAY: display.name },
  });
  const driver = await connect(port, program).catch((error) => {
    end();
    throw error;
  });
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...program.window });

  const labelled = (label: string) => {
    const isLabel = (text: string) => `${text}="${label}" or starts-with(${text}, "${label} ")`;
    return `//*[@id=//label[${isLabel('normalize-space(.)')}]/@for] | //textarea[${isLabel('@aria-label')}]`;
  };
  const named = (name: string) =>
    `//*[self::button or self::a or @role="menuitem"][normalize-space(.)="${name}" or @aria-label="${name}"]`;

  return {
    driver,
    open: (path: string) => driver.get(new URL(path, baseUrl).href),
    /** Replaces the text of a field by selecting it: React would restore what WebDriver's clear() removes. */
    async fill(label: string, text: string) {
      const field = await waitForVisible(labelled(label));
      await driver.executeScript('arguments[0].select()', field);
      await field.sendKeys(text);
    },
    async press(name: string, within = '') {
      await click(await waitForVisible(`${within}${named(name)}`));
    },
    /** Chooses a file without opening the file picker, which WebKit closes immediately under WebDriver. */
    async choose(name: string, file: string) {
      await driver.executeScript('HTMLInputElement.prototype.click = () => {}');
      await click(await waitForVisible(named(name)));
      const input = await driver.wait(until.elementLocated(By.css('input[type=file]')), WAIT_MS);
      await input.sendKeys(file);
    },
    click,
    /** Waits for a toast since the page was loaded. It may have disappeared already, because `click` records toasts. */
    async expectToast(title: string) {
      await driver.wait(
        () => driver.executeScript(`return (${takeToast})([arguments[0]])`, title),
        WAIT_MS,
        `no toast: ${title}`,
      );
    },
    waitForText: (text: string) =>
      waitForVisible(`//*[contains(normalize-space(text()), "${text}")]`),
    element: (xpath: string) => waitForVisible(xpath),
    /** Waits until an image has loaded: one that a policy blocks takes up space on the page too. */
    async waitForPicture(xpath: string) {
      await driver.wait(
        async () => {
          const picture = await waitForVisible(xpath);
          const width = driver.executeScript('return arguments[0].naturalWidth', picture);
          // The page may have replaced the image.
          return Number(await width.catch(() => 0)) > 0;
        },
        WAIT_MS,
        `image did not load: ${xpath}`,
      );
    },
    async waitUntilGone(xpath: string) {
      await driver.wait(
        async () => (await driver.findElements(By.xpath(xpath))).length === 0,
        WAIT_MS,
        `still there: ${xpath}`,
      );
    },
    async waitForPath(path: string) {
      await driver.wait(
        async () => new URL(await driver.getCurrentUrl()).pathname === path,
        WAIT_MS,
        path,
      );
    },
    async close() {
      await driver.quit();
      end();
    },
  };

  function end() {
    webDriver.kill();
    display.close();
  }

  /** Scrolls the element to the middle, away from fixed elements, and clicks it when nothing covers it any more. */
  async function click(element: WebElement) {
    await driver.executeScript(`if (!window.recordedToasts) (${recordToasts})()`);
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
    await driver.wait(async () => {
      try {
        await element.click();
        return true;
      } catch (cause) {
        if (cause instanceof error.ElementClickInterceptedError) return false;
        throw cause;
      }
    }, WAIT_MS);
  }

  /** Waits for the first visible match: pages contain hidden copies, such as the mobile menu. */
  async function waitForVisible(xpath: string): Promise<WebElement> {
    return driver.wait(
      async () => {
        for (const element of await driver.findElements(By.xpath(xpath)))
          if (await element.isDisplayed().catch(() => false)) return element;
        return undefined;
      },
      WAIT_MS,
      `not visible: ${xpath}`,
    ) as Promise<WebElement>;
  }
}

/** Opens a virtual display with an unused number. */
async function openDisplay() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3] as Readable, 'data');
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
}

async function connect(port: number, { name, binary, args }: Program): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: name,
    'webkitgtk:browserOptions': { binary, args },
  });
  for (const limit = Date.now() + WAIT_MS; ; ) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

const miniBrowser = (): Program => ({
  name: 'MiniBrowser',
  binary: MINI_BROWSER ?? '',
  args: ['--automation'],
  window: { width: 1280, height: 960 },
});
