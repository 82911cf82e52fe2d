package app.trifold.demo;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
