import { readFileSync } from 'node:fs';
import { parse } from 'plist';
import xcode from 'xcode';
import { app } from '#app';
import type { Check } from './check.ts';

const APP = 'ios/App/App';
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj';

const parsed = (file: string) =>
  parse(readFileSync(`${APP}/${file}`, 'utf8')) as Record<string, unknown>;

export const iosChecks: Check[] = [
  {
    name: 'iOS: Info.plist parses, says what camera and photos are for, is light, either way up',
    run() {
      const info = parsed('Info.plist');
      for (const key of ['NSCameraUsageDescription', 'NSPhotoLibraryUsageDescription'])
        demand(String(info[key] ?? '').length > 10, `${key} has no sentence`);
      demand(info.CFBundleDisplayName === app.name, 'the name is another');
      demand(info.UIUserInterfaceStyle === 'Light', 'the app follows the dark mode');
      demand(info.NSAppTransportSecurity === undefined, 'plain HTTP is allowed somewhere');
      const orientations = String(info.UISupportedInterfaceOrientations);
      demand(
        /Portrait/.test(orientations) && /Landscape/.test(orientations),
        'a way up is missing',
      );
    },
  },
  {
    name: 'iOS: the entitlements parse and name the links of letters',
    run() {
      const domains = parsed('App.entitlements')['com.apple.developer.associated-domains'];
      demand(String(domains) === `applinks:${app.host}`, `they name ${domains}`);
    },
  },
  {
    name: 'iOS: the privacy manifest parses and says that nothing is tracked',
    run() {
      const privacy = parsed('PrivacyInfo.xcprivacy');
      demand(privacy.NSPrivacyTracking === false, 'it tracks');
      const collected = privacy.NSPrivacyCollectedDataTypes as { [key: string]: unknown }[];
      demand(collected.length > 0, 'it names no data');
      for (const { NSPrivacyCollectedDataTypeTracking: tracking } of collected)
        demand(tracking === false, 'data is used for tracking');
    },
  },
  {
    name: 'iOS: the Xcode project parses, for iOS 15.4, with entitlements and privacy manifest in the app',
    run() {
      const project = xcode.project(PROJECT).parseSync();
      demand(project.getFirstTarget().firstTarget.name === 'App', 'there is no target App');
      demand(
        Boolean(project.hasFile('PrivacyInfo.xcprivacy')),
        'PrivacyInfo.xcprivacy is not in it',
      );
      const resources = project.pbxResourcesBuildPhaseObj().files.map(({ comment }) => comment);
      demand(
        resources.includes('PrivacyInfo.xcprivacy in Resources'),
        'the privacy manifest is not copied into the app',
      );
      const configurations = Object.values(project.pbxXCBuildConfigurationSection())
        .map((configuration) => configuration.buildSettings)
        .filter((settings) => settings?.INFOPLIST_FILE);
      demand(configurations.length === 2, 'Debug and Release are not both there');
      for (const settings of configurations) {
        demand(
          settings?.CODE_SIGN_ENTITLEMENTS === 'App/App.entitlements',
          'a configuration signs without entitlements',
        );
        demand(
          Number(settings?.IPHONEOS_DEPLOYMENT_TARGET) === 15.4,
          'a configuration is not for iOS 15.4',
        );
      }
    },
  },
];

function demand(holds: boolean, otherwise: string) {
  if (!holds) throw new Error(otherwise);
}
