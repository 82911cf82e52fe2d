import { MARK_OPACITIES, MARK_PANELS } from '#client/components/mark.ts';
import { MARK_SIZE, markPaths, markSvg, svg } from '#scripts/build/mark-svg.ts';
import type { AppSettings } from '#scripts/rename/settings.ts';

type Colors = AppSettings['colors'];

const ANDROID = 'android/app/src/main/res';
const CATALOG = 'ios/App/App/Assets.xcassets';

export type Drawing =
  | { file: string; text: string }
  | { file: string; svg: string; sizePx: number };

/** Lists the images of both shells, drawn from the app's mark and colours. */
export function nativeDrawings(colors: Colors): Drawing[] {
  const { canvas, accent } = colors;
  return [
    ...androidVectors(colors),
    ...Object.entries(DENSITIES).flatMap(([density, scale]) => [
      png(`${ANDROID}/mipmap-${density}/ic_launcher.png`, 48 * scale, tile('rounded', colors)),
      png(`${ANDROID}/mipmap-${density}/ic_launcher_round.png`, 48 * scale, tile('round', colors)),
    ]),
    png(
      `${CATALOG}/AppIcon.appiconset/AppIcon.png`,
      1024,
      markSvg({ size: 46, ink: accent, ground: canvas }),
    ),
    png(`${CATALOG}/AppIcon.appiconset/AppIcon-dark.png`, 1024, markSvg({ size: 46, ink: canvas })),
    png(
      `${CATALOG}/AppIcon.appiconset/AppIcon-tinted.png`,
      1024,
      markSvg({ size: 46, ink: '#ffffff', ground: '#000000' }),
    ),
    catalog('AppIcon.appiconset', { images: appIcons() }),
    ...[1, 2, 3].map((scale) =>
      png(
        `${CATALOG}/Splash.imageset/splash@${scale}x.png`,
        128 * scale,
        markSvg({ size: 34, ink: accent }),
      ),
    ),
    catalog('Splash.imageset', {
      images: [1, 2, 3].map((scale) => ({
        idiom: 'universal',
        filename: `splash@${scale}x.png`,
        scale: `${scale}x`,
      })),
    }),
    catalog('Canvas.colorset', { colors: [{ idiom: 'universal', color: iosColor(canvas) }] }),
  ];
}

/** Draws the logo of the emails, on a light tile, so that it is visible in dark mode too. */
export const emailLogo = (colors: Colors): Drawing =>
  png('server/mail/logo.png', 120, tile('rounded', colors));

/** Android 7 has no adaptive icons and needs images for every density. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };

function androidVectors({ canvas, accent, navigationBar }: Colors): Drawing[] {
  const adaptive = xml(`<adaptive-icon ${NAMESPACE}>
    <background android:drawable="@color/canvas" />
    <foreground android:drawable="@drawable/ic_launcher_foreground" />
    <monochrome android:drawable="@drawable/ic_launcher_monochrome" />
</adaptive-icon>`);
  const colors = Object.entries({ canvas, navigation_bar: navigationBar, accent }).map(
    ([name, color]) => `    <color name="${name}">${color}</color>`,
  );
  return [
    // Every mask shows the inner 66 of 108 dp; a splash icon shows the inner 192 of 288.
    { file: `${ANDROID}/drawable/ic_launcher_foreground.xml`, text: vector(108, 54, accent) },
    { file: `${ANDROID}/drawable/ic_launcher_monochrome.xml`, text: vector(108, 54, '#ffffff') },
    { file: `${ANDROID}/drawable/splash.xml`, text: vector(288, 136, accent) },
    { file: `${ANDROID}/mipmap-anydpi-v26/ic_launcher.xml`, text: adaptive },
    { file: `${ANDROID}/mipmap-anydpi-v26/ic_launcher_round.xml`, text: adaptive },
    {
      file: `${ANDROID}/values/colors.xml`,
      text: xml(`<resources>\n${colors.join('\n')}\n</resources>`),
    },
  ];
}

function vector(sizeDp: number, markDp: number, ink: string) {
  const scale = markDp / MARK_SIZE;
  const offset = (sizeDp - markDp) / 2;
  const paths = MARK_PANELS.map(
    (d, index) => `        <path
            android:fillAlpha="${MARK_OPACITIES[index]}"
            android:fillColor="${ink}"
            android:pathData="${d}" />`,
  );
  return xml(`<vector ${NAMESPACE}
    android:width="${sizeDp}dp"
    android:height="${sizeDp}dp"
    android:viewportWidth="${sizeDp}"
    android:viewportHeight="${sizeDp}">
    <group
        android:scaleX="${scale}"
        android:scaleY="${scale}"
        android:translateX="${offset}"
        android:translateY="${offset}">
${paths.join('\n')}
    </group>
</vector>`);
}

const NAMESPACE = 'xmlns:android="http://schemas.android.com/apk/res/android"';

const xml = (content: string) => `<?xml version="1.0" encoding="utf-8"?>\n${content}\n`;

function tile(shape: 'rounded' | 'round', { canvas, accent }: Colors) {
  const radius = shape === 'round' ? 23 : 10;
  const square = `<rect x="-7" y="-7" width="46" height="46" rx="${radius}" fill="${canvas}"/>`;
  return svg('-8 -8 48 48', square + markPaths(accent));
}

const png = (file: string, sizePx: number, svg: string): Drawing => ({ file, svg, sizePx });

function catalog(folder: string, content: object): Drawing {
  const json = JSON.stringify({ ...content, info: { author: 'xcode', version: 1 } }, null, 2);
  return { file: `${CATALOG}/${folder}/Contents.json`, text: `${json}\n` };
}

/** Lists the app icons of iOS. Since iOS 18 users can choose dark or tinted ones. */
function appIcons() {
  const icon = { idiom: 'universal', platform: 'ios', size: '1024x1024' };
  const appearance = (value: string) => [{ appearance: 'luminosity', value }];
  return [
    { filename: 'AppIcon.png', ...icon },
    { appearances: appearance('dark'), filename: 'AppIcon-dark.png', ...icon },
    { appearances: appearance('tinted'), filename: 'AppIcon-tinted.png', ...icon },
  ];
}

function iosColor(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => `0x${hex.slice(at, at + 2).toUpperCase()}`);
  return { 'color-space': 'srgb', components: { red, green, blue, alpha: '1.000' } };
}
