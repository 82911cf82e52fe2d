import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import {
  Builder,
  By,
  Capabilities,
  error,
  until,
  type WebDriver,
  type WebElement,
} from 'selenium-webdriver';
import { freePort } from '../../scripts/free-port.ts';

const WAIT_MS = 10_000;
const DISPLAY = ':97';

export const webkitIsInstalled = () =>
  existsSync('/usr/bin/WebKitWebDriver') &&
  existsSync('/usr/bin/Xvfb') &&
  miniBrowser() !== undefined;

/** A real WebKit in a window nobody sees, spoken to by the words a person reads. */
export async function openWebKit(baseUrl: string) {
  const port = await freePort();
  const env = { ...process.env, DISPLAY };
  const helpers: ChildProcess[] = [
    spawn('Xvfb', [DISPLAY, '-screen', '0', '1400x1000x24'], { stdio: 'ignore' }),
    spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env }),
  ];
  const driver = await connect(port);
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 960 });

  const labelled = (label: string) =>
    `//*[@id=//label[normalize-space(.)="${label}" or starts-with(normalize-space(.), "${label} ")]/@for]`;
  const named = (name: string) =>
    `//*[self::button or self::a or @role="menuitem"][normalize-space(.)="${name}" or @aria-label="${name}"]`;

  return {
    driver,
    open: (path: string) => driver.get(new URL(path, baseUrl).href),
    async fill(label: string, text: string) {
      const field = await shown(labelled(label));
      await field.clear();
      await field.sendKeys(text);
    },
    async press(name: string, within = '') {
      await click(await shown(`${within}${named(name)}`));
    },
    /** Driven, WebKit closes the file picker at once; so it is not opened, and the file goes straight in. */
    async choose(name: string, file: string) {
      await driver.executeScript('HTMLInputElement.prototype.click = () => {}');
      await click(await shown(named(name)));
      const input = await driver.wait(until.elementLocated(By.css('input[type=file]')), WAIT_MS);
      await input.sendKeys(file);
    },
    click,
    sees: (text: string) => shown(`//*[contains(normalize-space(text()), "${text}")]`),
    element: (xpath: string) => shown(xpath),
    async seesNot(xpath: string) {
      await driver.wait(
        async () => (await driver.findElements(By.xpath(xpath))).length === 0,
        WAIT_MS,
      );
    },
    async isAt(path: string) {
      await driver.wait(
        async () => new URL(await driver.getCurrentUrl()).pathname === path,
        WAIT_MS,
        path,
      );
    },
    async close() {
      await driver.quit();
      for (const helper of helpers.reverse()) helper.kill();
    },
  };

  /** In the middle of the window, where nothing fixed to an edge lies over it, and once what was open has closed. */
  async function click(element: WebElement) {
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

  /** The first that can be seen: pages hold a menu for phones beside the one for desks. */
  async function shown(xpath: string): Promise<WebElement> {
    return driver.wait(
      async () => {
        for (const element of await driver.findElements(By.xpath(xpath)))
          if (await element.isDisplayed().catch(() => false)) return element;
        return undefined;
      },
      WAIT_MS,
      `not seen: ${xpath}`,
    ) as Promise<WebElement>;
  }
}

async function connect(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
  });
  for (let tries = 0; ; tries++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build();
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

function miniBrowser() {
  return globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];
}
